#if NATS
import Airwave
import AirwaveNATS
import AirwaveTesting
import Testing

/// Three processes that share a subject: the first broadcasts numbers, all hear them.
struct Party {
  let networks: [NATSConnection]
  let numbers: Transmitter<Int>
  let recorders: [Recorder<Int>]
  private let failures: Recorder<NATSFailure>

  init(_ urls: [String], stream: NATSStream = NATSStream(), options: NATSOptions = .quick) async throws {
    var (networks, ends, recorders) = ([NATSConnection](), [Transmitter<Int>](), [Recorder<Int>]())
    for _ in 0..<3 {
      let network = try await NATSConnection.connect(to: urls, options: options)
      let (transmitter, receiver) = try await network.make(Int.self, subject: "numbers", stream: stream)
      networks.append(network)
      ends.append(transmitter)
      recorders.append(receiver.record())
    }
    (self.networks, self.recorders, numbers) = (networks, recorders, ends[0])
    failures = networks[0].failures.record()
  }

  /// Broadcasts numbers, does something to the network once some of them were heard, and looks that each process hears all of
  /// them, once, in order.
  func send(_ range: Range<Int>, meanwhile fault: () async throws -> Void) async throws {
    let middle = (range.lowerBound + range.upperBound) / 2
    for number in range.lowerBound..<middle { numbers.broadcast(number) }
    let early = try await recorders[0].next(range.count / 10, within: .seconds(60))
    try await fault()
    for number in middle..<range.upperBound { numbers.broadcast(number) }
    let late = try await recorders[0].next(range.count - early.count, within: .seconds(60))
    #expect(early + late == Array(range))
    for recorder in recorders[1...] {
      #expect(try await recorder.next(range.count, within: .seconds(60)) == Array(range))
    }
  }

  /// Looks that nothing else was heard, and nothing failed.
  func close() async throws {
    for network in networks { await network.close() }
    for recorder in recorders { try await recorder.finish() }
    #expect(try await failures.all().map(\.description) == [])
  }
}
#endif
