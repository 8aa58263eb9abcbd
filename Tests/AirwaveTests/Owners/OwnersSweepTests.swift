import Airwave
import Synchronization
import TestSupport
import Testing

/// Owners are made and released on a pair where no value reaches their listeners. The listeners are released
/// nevertheless, by a sweep of all owners of the process that takes place elsewhere.
@Suite("Owners that are gone", .inTurn)
struct OwnersSweepTests {
  private static let count = 1_000

  @Test("leave no listener, whatever stands between", arguments: everyOperator)
  func sweeps(each: Operator) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (others, other) = Receiver<Int>.make()
    let captured = WeakBoxes()
    for _ in 0..<Self.count {
      let (screen, witness) = (Screen(), Witness())
      captured.add(witness)
      each.derive(receiver, other).listen(with: screen) { _, _ in withExtendedLifetime(witness) {} }
    }

    await until { receiver.listenerCount == 0 && captured.liveCount == 0 }

    #expect(receiver.listenerCount == 0)
    #expect(captured.liveCount == 0)
    withExtendedLifetime((transmitter, others)) {}
  }

  @Test("leave no binding and no listener in a bag")
  func otherForms() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let bag = DisposeBag()
    for _ in 0..<Self.count {
      let screen = Screen()
      receiver.bind(to: \.number, on: screen)
      receiver.listen(with: screen, Screen.show).disposed(by: bag)
    }

    await until { receiver.listenerCount == 0 }

    #expect(receiver.listenerCount == 0)
    withExtendedLifetime((transmitter, bag)) {}
  }

  @Test("on the main actor, too")
  @MainActor func onMainActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    for _ in 0..<Self.count {
      let screen = Screen()
      receiver.filter { $0 < 0 }.listen(with: screen) { screen, number in screen.show(number) }
    }

    await until { receiver.listenerCount == 0 }

    #expect(receiver.listenerCount == 0)
    withExtendedLifetime(transmitter) {}
  }

  @Test("do not keep a shared connection open")
  func connections() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let kept = receiver.filter { $0 < 0 }.share()
    for _ in 0..<Self.count {
      let screen = Screen()
      receiver.filter { $0 < 0 }.share().listen(with: screen) { _, _ in }
      kept.listen(with: screen) { _, _ in }
    }

    await until { receiver.listenerCount == 0 }

    #expect(receiver.listenerCount == 0)
    #expect(kept.listenerCount == 0)
    withExtendedLifetime(transmitter) {}
  }

  @Test("take no listener along whose owner lives, or that has none, and keep the order")
  func keepsOthers() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    var screens: [Screen] = []
    for index in 0..<Self.count {
      let screen = Screen()
      if index.isMultiple(of: 3) { screens.append(screen) }
      receiver.listen(with: screen) { _, _ in heard.append(index) }
      if index.isMultiple(of: 5) { receiver.listen { _ in heard.append(-index) } }
    }
    let expected = (0..<Self.count).flatMap { index in
      (index.isMultiple(of: 3) ? [index] : []) + (index.isMultiple(of: 5) ? [-index] : [])
    }

    await until { receiver.listenerCount == Self.count / 5 + screens.count }
    #expect(receiver.listenerCount == Self.count / 5 + screens.count)
    transmitter.broadcast(1)
    #expect(heard.values == expected)
    withExtendedLifetime(screens) {}
  }

  @Test(
    "are found when many are released at once, and nothing joins or is broadcast afterwards",
    arguments: [0, 1, 100]
  )
  func manyAtOnce(living: Int) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let screens = (0..<living).map { _ in Screen() }
    for screen in screens { receiver.listen(with: screen) { _, _ in } }
    do {
      let gone = (0..<Self.count).map { _ in Screen() }
      for screen in gone { receiver.listen(with: screen) { _, _ in } }
      #expect(receiver.listenerCount == living + Self.count)
      withExtendedLifetime(gone) {}
    }
    await until { receiver.listenerCount == living }

    #expect(receiver.listenerCount == living)
    withExtendedLifetime((transmitter, screens)) {}
  }

  @Test("leave no listener, each on a pair of its own, also if the pair is finished behind a source that goes on")
  func pairsOfTheirOwn() async {
    let captured = WeakBoxes()
    var transmitters: [Transmitter<Int>] = []
    for _ in 0..<Self.count {
      let (transmitter, receiver) = Receiver<Int>.make()
      let (screen, witness, second) = (Screen(), Witness(), Witness())
      captured.add(witness)
      captured.add(second)
      receiver.filter { $0 < 0 }.listen(with: screen) { _, _ in withExtendedLifetime(witness) {} }
      receiver.merge(with: .never).listen(with: screen) { _, _ in withExtendedLifetime(second) {} }
      if transmitters.count.isMultiple(of: 2) { transmitter.finish() }
      transmitters.append(transmitter)
    }
    await until { captured.liveCount == 0 }

    #expect(captured.liveCount == 0)
    withExtendedLifetime(transmitters) {}
  }

  @Test("are deinitialized outside of the calls of others, which may hold a lock")
  func outsideOfCalls() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let lock = Mutex(())
    let deinits = Tally()
    for _ in 0..<Self.count {
      let (screen, captured) = (Screen(), Screen { lock.withLock { _ in deinits.add() } })
      // Would deadlock if a captured object of an earlier listener were released here.
      lock.withLock { _ in
        _ = receiver.filter { $0 < 0 }.listen(with: screen) { _, _ in withExtendedLifetime(captured) {} }
      }
    }
    await until { deinits.count == Self.count }

    #expect(deinits.count == Self.count)
    withExtendedLifetime(transmitter) {}
  }

  @Test("may be released by the sweep: their deinit runs where it may use the pair")
  func lastReference() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let releases = Tally()
    await onThreads(2) { _ in
      for _ in 0..<2_000 {
        let screen = Screen {
          releases.add()
          transmitter.broadcast(1)
        }
        receiver.filter { $0 < 0 }.listen(with: screen) { _, _ in }
      }
    }

    await until { releases.count == 4_000 && receiver.listenerCount == 0 }

    #expect(releases.count == 4_000)
    #expect(receiver.listenerCount == 0)
  }
}

private final class Screen: Sendable {
  private let onDeinit: @Sendable () -> Void
  var number: Int {
    get { 0 }
    set { show(newValue) }
  }

  init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  func show(_ number: Int) {}

  deinit {
    onDeinit()
  }
}

/// Counts the objects that are still alive.
private final class WeakBoxes: @unchecked Sendable {
  // Unchecked: used by one thread.
  private struct Reference { weak var object: Witness? }
  private var references: [Reference] = []

  func add(_ object: Witness) { references.append(Reference(object: object)) }

  var liveCount: Int { references.count { $0.object != nil } }
}
