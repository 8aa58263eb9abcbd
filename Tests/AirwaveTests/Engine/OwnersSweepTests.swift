import Airwave
import TestSupport
import Testing

/// Owners are made and released on a pair where no value reaches their listeners. The listeners are released
/// nevertheless.
@Suite("Owners that are gone")
struct OwnersSweepTests {
  private static let count = 1_000

  @Test("leave at most 64 listeners, whatever stands between", arguments: Path.allCases)
  func sweeps(path: Path) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (others, other) = Receiver<Int>.make()
    let captured = WeakBoxes()
    for _ in 0..<Self.count {
      let (screen, witness) = (Screen(), Witness())
      captured.add(witness)
      path.apply(to: receiver, other).listen(with: screen) { _, _ in withExtendedLifetime(witness) {} }
    }

    #expect(receiver.listenerCount <= 64)
    #expect(captured.liveCount <= 64)
    withExtendedLifetime((transmitter, others)) {}
  }

  @Test("leave at most 64 bindings and listeners in bags")
  func otherForms() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let bag = DisposeBag()
    for _ in 0..<Self.count {
      let screen = Screen()
      receiver.bind(to: \.number, on: screen)
      receiver.listen(with: screen, Screen.show).disposed(by: bag)
    }

    #expect(receiver.listenerCount <= 64)
    withExtendedLifetime((transmitter, bag)) {}
  }

  @Test("on the main actor, too")
  @MainActor func onMainActor() {
    let (transmitter, receiver) = Receiver<Int>.make()
    for _ in 0..<Self.count {
      let screen = Screen()
      receiver.filter { $0 < 0 }.listen(with: screen) { screen, number in screen.show(number) }
    }

    #expect(receiver.listenerCount <= 64)
    withExtendedLifetime(transmitter) {}
  }

  @Test("do not keep a shared connection open")
  func connections() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let kept = receiver.filter { $0 < 0 }.share()
    for _ in 0..<Self.count {
      let screen = Screen()
      receiver.filter { $0 < 0 }.share().listen(with: screen) { _, _ in }
      kept.listen(with: screen) { _, _ in }
    }

    // 64, and the connection of `kept`.
    #expect(receiver.listenerCount <= 65)
    #expect(kept.listenerCount <= 64)
    withExtendedLifetime(transmitter) {}
  }

  @Test("take no listener along whose owner lives, or that has none, and keep the order")
  func keepsOthers() {
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

    // For n listeners whose owners live, at most n + 64 listeners of released owners are left.
    #expect(receiver.listenerCount <= Self.count / 5 + 2 * screens.count + 64 + 1)
    transmitter.broadcast(1)
    #expect(heard.values == expected)
    #expect(receiver.listenerCount == Self.count / 5 + screens.count)
  }

  @Test("are soon outnumbered when many owners are released at once", arguments: [0, 1, 100])
  func manyAtOnce(living: Int) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let screens = (0..<living).map { _ in Screen() }
    for screen in screens { receiver.listen(with: screen) { _, _ in } }
    do {
      let gone = (0..<Self.count).map { _ in Screen() }
      for screen in gone { receiver.listen(with: screen) { _, _ in } }
      withExtendedLifetime(gone) {}
    }
    #expect(receiver.listenerCount == living + Self.count)
    let newcomers = (0..<(living + 2)).map { _ in Screen() }
    for screen in newcomers { receiver.listen(with: screen) { _, _ in } }

    #expect(receiver.listenerCount == living + newcomers.count)
    withExtendedLifetime((transmitter, screens, newcomers)) {}
  }

  @Test("are released when only listeners without an owner join")
  func ownerlessJoins() {
    let (transmitter, receiver) = Receiver<Int>.make()
    for _ in 0..<10 {
      let screens = (0..<Self.count).map { _ in Screen() }
      for screen in screens { receiver.listen(with: screen) { _, _ in } }
    }
    receiver.listen { _ in }

    #expect(receiver.listenerCount == 1)
    withExtendedLifetime(transmitter) {}
  }

  @Test("may be released by the look at them: their deinit runs where it may use the pair")
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

    #expect(releases.count == 4_000)
    #expect(receiver.listenerCount <= 64 + 2)
  }
}

extension OwnersSweepTests {
  enum Path: CaseIterable, Sendable {
    case pair, filter, merge, combineLatest, takeUntil, switchToLatest, handleEvents, debounce, share
    case mergeArray, combineLatestArray, zipArray, withLatest, sample, skipUntil, prepend, collect, collectFor, skipFor

    func apply(to receiver: Receiver<Int>, _ other: Receiver<Int>) -> Receiver<Int> {
      switch self {
      case .pair: receiver
      case .filter: receiver.filter { $0 < 0 }
      case .merge: receiver.merge(with: other)
      case .combineLatest: receiver.combineLatest(other).map { $0 + $1 }
      case .takeUntil: receiver.take(until: other)
      case .switchToLatest: receiver.map { _ in other }.switchToLatest()
      case .handleEvents: receiver.handleEvents(onValue: { _ in }).map { $0 }
      case .debounce: receiver.debounce(for: .seconds(1))
      case .share: receiver.filter { $0 < 0 }.share()
      case .mergeArray: .merge([receiver, other])
      case .combineLatestArray: Receiver.combineLatest([receiver, other]).map { $0[0] }
      case .zipArray: Receiver.zip([receiver, other]).map { $0[0] }
      case .withLatest: receiver.withLatest(from: other).map { $0 + $1 }
      case .sample: receiver.sample(on: other)
      case .skipUntil: receiver.skip(until: other)
      case .prepend: receiver.prepend(1)
      case .collect: receiver.collect(count: 2).map { $0[0] }
      case .collectFor: receiver.collect(for: .seconds(1)).map { $0[0] }
      case .skipFor: receiver.skip(for: .seconds(1))
      }
    }
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
