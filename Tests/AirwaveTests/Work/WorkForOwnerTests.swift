import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Work for an owner that is gone", .patient)
struct WorkForOwnerTests {
  final class Owner: Sendable {}

  /// The operators that begin work for a value.
  enum Beginning: CaseIterable {
    case asyncMap, concurrent, bounded, mapLatest, create, aged, timer, handled

    func receiver(_ receiver: Receiver<Int>, _ begin: @escaping @Sendable () -> Void) -> Receiver<Int> {
      let source = Receiver<Int>.create(strategy: self == .aged ? .warm(upTo: 1, for: .seconds(1)) : .hot) {
        transmitter in
        begin()
        return Disposable { withExtendedLifetime(transmitter) {} }
      }
      let work: @Sendable (Int) async -> Int = { value in
        begin()
        return value
      }
      return switch self {
      case .asyncMap: receiver.asyncMap(work)
      case .concurrent: receiver.asyncMap(maxConcurrent: 2, work)
      case .bounded: receiver.asyncMap(buffering: .newest(1), work)
      case .mapLatest: receiver.mapLatest(work)
      case .create, .aged: receiver.flatMapLatest { _ in source }
      case .timer:
        receiver.flatMap { _ in Receiver<Void>.timer(every: .seconds(1), clock: CountingClock(begin)).map { 1 } }
      case .handled: receiver.mapLatest(work).handleEvents(onValue: { _ in })
      }
    }
  }

  /// A clock on which nothing is ever due. Calls a closure when a task sleeps on it.
  struct CountingClock: Clock {
    let begin: @Sendable () -> Void
    let clock = ManualClock()

    init(_ begin: @escaping @Sendable () -> Void) {
      self.begin = begin
    }

    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      begin()
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test("begins with a value before, and does not begin with a value after", arguments: Beginning.allCases)
  func begins(beginning: Beginning) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (begun, released) = (Tally(), Tally())
    var owner: Owner? = Owner()
    if let owner {
      let witness = Witness { released.add() }
      beginning.receiver(receiver) { withExtendedLifetime(witness) { begun.add() } }.listen(with: owner) { _, _ in }
    }
    transmitter.broadcast(1)
    await until { begun.count == 1 }
    owner = nil
    transmitter.broadcast(2)
    // Each task that has been started holds what begins work until it is done.
    await untilSwept { released.count == 1 }

    #expect([receiver.listenerCount, begun.count] == [0, 1])
  }

  @Test("does not begin on the main actor for an owner that is not Sendable")
  @MainActor func confined() async {
    final class Model {}
    let (transmitter, receiver) = Receiver<Int>.make()
    let (begun, released) = (Tally(), Tally())
    // The first work does not end by itself: its result could be delivered on another thread, which then also begins
    // the second one, without a look at the owner.
    let (results, result) = AsyncStream.makeStream(of: Never.self)
    var model: Model? = Model()
    if let model {
      let witness = Witness { released.add() }
      receiver.mapLatest { value in
        begun.add(1)
        for await _ in results {}
        return withExtendedLifetime(witness) { value }
      }.listen(with: model) { (_: Model, _: Int) in }
    }
    transmitter.broadcast(1)
    await until { begun.count == 1 }
    model = nil
    transmitter.broadcast(2)
    await untilSwept { released.count == 1 }

    #expect([receiver.listenerCount, begun.count] == [0, 1])
    result.finish()
  }
}
