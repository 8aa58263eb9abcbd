#if canImport(Combine) || OpenCombine
import Airwave
import AirwaveCombine
import TestSupport
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

@Suite("Receiver.publisher(buffering:)", .inTurn)
struct PublisherBufferTests {
  @Test(
    "keeps, drops and counts as the policy says: hundreds of random schedules",
    arguments: [
      .unbounded, .newest(0), .newest(1), .newest(3), .newest(.max), .oldest(0), .oldest(1), .oldest(3), .oldest(.max),
    ] as [BufferingPolicy]
  )
  func model(policy: BufferingPolicy) {
    for seed in 1...300 {
      var random = Generator(state: UInt64(seed))
      let (transmitter, receiver) = Receiver<Int>.make(strategy: everyStrategy[seed % everyStrategy.count])
      (1...3).forEach(transmitter.broadcast)
      let publisher = receiver.publisher(buffering: policy)
      let probe = Probe()
      publisher.subscribe(probe)
      var model = Model(policy: policy)
      receiver.replayed.forEach { model.put($0) }
      for value in 4...40 {
        if Bool.random(using: &random) {
          transmitter.broadcast(value)
          model.put(value)
        } else {
          let count = Int.random(in: 0...3, using: &random)
          probe.request(.max(count))
          model.request(count)
        }
        #expect(probe.values == model.heard, "\(policy), seed \(seed)")
        #expect(publisher.droppedCount == model.droppedCount, "\(policy), seed \(seed)")
      }
    }
  }

  /// A simple model of a buffering policy with a demand.
  private struct Model {
    let policy: BufferingPolicy
    var kept: [Int] = []
    var demand = 0
    var heard: [Int] = []
    var droppedCount = 0

    mutating func put(_ value: Int) {
      kept.append(value)
      handOver()
      switch policy.kind {
      case .newest(let limit) where kept.count > limit: kept.removeFirst()
      case .oldest(let limit) where kept.count > limit: kept.removeLast()
      default: return
      }
      droppedCount += 1
    }

    mutating func request(_ count: Int) {
      demand += count
      handOver()
    }

    private mutating func handOver() {
      while demand > 0, !kept.isEmpty {
        heard.append(kept.removeFirst())
        demand -= 1
      }
    }
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test("values that come while the subscriber is called are kept as the policy says")
  func whileCalled() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let publisher = receiver.publisher(buffering: .newest(2))
    let probe = Probe { _, value in
      if value == 1 { (2...6).forEach(transmitter.broadcast) }
      return .none
    }
    publisher.subscribe(probe)
    transmitter.broadcast(1)
    #expect(publisher.droppedCount == 0)
    // Requested outside of a delivery, in which later broadcasts would wait for their turn.
    probe.request(.unlimited)

    #expect(probe.values == [1, 5, 6])
    #expect(publisher.droppedCount == 3)
  }

  @Test("counts over all its subscribers and copies, and not those of another publisher")
  func counts() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let publisher = receiver.publisher(buffering: .oldest(1))
    let (copy, other) = (publisher, receiver.publisher(buffering: .oldest(1)))
    let probes = [Probe(), Probe()]
    publisher.subscribe(probes[0])
    copy.subscribe(probes[1])
    (1...3).forEach(transmitter.broadcast)

    #expect([publisher.droppedCount, copy.droppedCount, other.droppedCount] == [4, 4, 0])
  }

  #if os(Linux) || os(macOS)
  @Test("a negative bound stops the program")
  func negative() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.publisher(buffering: .newest(-1))
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'newest' must not be negative, but is -1"))
  }
  #endif
}
#endif
