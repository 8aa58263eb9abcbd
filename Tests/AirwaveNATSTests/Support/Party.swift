#if NATS
import Airwave
import AirwaveNATS
import AirwaveTesting
import Synchronization
import TestSupport
import Testing

/// Three processes that share a subject: the first broadcasts numbers from 0 on, all hear them.
final class Party: Sendable {
  let networks: [NATSConnection]
  let recorders: [Recorder<Int>]
  private let numbers: Transmitter<Int>
  private let count = Atomic<Int>(0)
  private let silences: [Silence]
  private let failures: Recorder<NATSFailure>

  init(_ urls: [String], stream: NATSStream = NATSStream(), options: NATSOptions = .quick) async throws {
    var (networks, ends, recorders) = ([NATSConnection](), [Transmitter<Int>](), [Recorder<Int>]())
    var silences: [Silence] = []
    for _ in 0..<3 {
      let network = try await NATSConnection.connect(to: urls, options: options)
      let (transmitter, receiver) = try await network.make(Int.self, subject: "numbers", stream: stream)
      networks.append(network)
      ends.append(transmitter)
      recorders.append(receiver.record())
      silences.append(Silence(of: receiver))
    }
    (self.networks, self.recorders, numbers) = (networks, recorders, ends[0])
    self.silences = silences
    failures = networks[0].failures.record()
  }

  func broadcast(_ range: Range<Int>) {
    count.add(range.count, ordering: .relaxed)
    range.forEach(numbers.broadcast)
  }

  /// Broadcasts numbers, does something to the network once some of them were heard, and looks that each process hears
  /// all of them, once, in order.
  func send(_ range: Range<Int>, meanwhile fault: () async throws -> Void) async throws {
    for silence in silences { silence.begin() }
    let middle = (range.lowerBound + range.upperBound) / 2
    broadcast(range.lowerBound..<middle)
    let early = try await recorders[0].next(range.count / 10, within: timeLimit)
    try await fault()
    broadcast(middle..<range.upperBound)
    let late = try await recorders[0].next(range.count - early.count, within: timeLimit)
    #expect(early + late == Array(range))
    for recorder in recorders[1...] {
      #expect(try await recorder.next(range.count, within: timeLimit) == Array(range))
    }
  }

  /// Looks that nothing else was heard, and nothing failed, and prints a line about it.
  func close() async throws {
    for network in networks { await network.close() }
    for recorder in recorders { try await recorder.finish(within: timeLimit) }
    // What was not acknowledged is among the failures.
    let failures = try await failures.all()
    #expect(failures.map(\.description) == [])
    let acknowledged = count.load(ordering: .relaxed) - failures.count
    Figures(acknowledged: acknowledged, recorders.map(\.values), silences.map(\.longest).max()).show()
  }
}
#endif
