import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@Suite("find listeners that were forgotten")
struct ListenerTrackerTests {
  private final class Owner: @unchecked Sendable {
    // Unchecked: used by one thread at a time.
    var (value, optional) = (0, Int?.none)

    func handle(_ value: Int) {}
  }

  private actor Place {
    func listen(to receiver: Receiver<Int>) -> Int {
      receiver.listen(with: self) { _, _ in }
      return #line - 1
    }
  }

  @Test("every way of listening is listed with its file and line, the oldest first")
  func everyWay() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (other, _) = Receiver<Int>.make()
    let (owner, place, tracker) = (Owner(), Place(), ListenerTracker())
    let first: Int = #line + 2
    tracker.track {
      receiver.listen { _ in }
      receiver.map { $0 + 1 }.listen(with: owner) { _, _ in }
      receiver.listen(with: owner, Owner.handle)
      receiver.bind(to: \.value, on: owner)
      receiver.map(Optional.some).skipNil().forward(to: other)
      receiver.listen { _ in await Task.yield() }
      receiver.listen(with: owner) { _, _ in await Task.yield() }
      receiver.listenLatest { _ in await Task.yield() }
      receiver.listenLatest(with: owner) { _, _ in await Task.yield() }
    }
    let last = await tracker.track { await place.listen(to: receiver) }

    #expect(tracker.liveListeners.map(\.line) == Array(first..<first + 9) + [last])
    #expect(Set(tracker.liveListeners.map(\.fileID)) == [#fileID])
    #expect(tracker.liveListeners.first?.description == "\(#fileID):\(first)")
    withExtendedLifetime((transmitter, owner, place)) {}
  }

  @Test("listeners that have ended are not listed: disposed of, with a bag, done, removed, or with the pair")
  func ended() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let tracker = ListenerTracker()
    let bag = DisposeBag()
    let line: Int = #line + 2
    tracker.track {
      receiver.listen { _ in }
      receiver.listen { _ in }.dispose()
      receiver.listen { _ in }.disposed(by: bag)
      receiver.take(count: 1).listen { _ in }
      receiver.listen { _ in }.disposed(by: DisposeBag())
    }
    bag.dispose()
    transmitter.broadcast(1)
    #expect(tracker.liveListeners.map(\.line) == [line])
    transmitter.removeAllListeners()
    #expect(tracker.liveListeners == [])

    tracker.track { _ = receiver.listen { _ in } }
    #expect(tracker.liveListeners.count == 1)
    transmitter.finish()
    #expect(tracker.liveListeners == [])
  }

  @Test("a listener with an owner is listed while its owner exists, and then neither listed nor retained")
  func owners() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let tracker = ListenerTracker()
    let place = Place()
    do {
      let owner = Owner()
      await tracker.track {
        receiver.listen(with: owner) { _, _ in }
        receiver.listen(with: owner, Owner.handle)
        receiver.bind(to: \.value, on: owner)
        receiver.map { $0 }.bind(to: \.optional, on: owner)
        _ = await Place().listen(to: receiver)
        _ = await place.listen(to: receiver)
      }
      #expect(tracker.liveListeners.count == 5)
      withExtendedLifetime(owner) {}
    }

    #expect(tracker.liveListeners.count == 1)
    #expect(receiver.listenerCount == 1)
    withExtendedLifetime((transmitter, place)) {}
  }

  /// An owner that belongs to the actor on which it is used.
  private final class Confined {
    var (value, optional) = (0, Int?.none)

    func handle(_ value: Int) {}

    func listen(to receiver: Receiver<Int>, isolation: isolated any Actor) {
      receiver.listen(with: self) { _, _ in }
      receiver.listen(with: self, Confined.handle)
      receiver.bind(to: \.value, on: self)
      receiver.bind(to: \.optional, on: self)
    }
  }

  @Test("on the main actor, the same is true at once of an owner that belongs to it")
  @MainActor func confinedOwners() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let tracker = ListenerTracker()
    do {
      let owner = Confined()
      tracker.track { owner.listen(to: receiver, isolation: MainActor.shared) }
      transmitter.broadcast(1)
      #expect(tracker.liveListeners.count == 4)
      withExtendedLifetime(owner) {}
    }

    #expect(tracker.liveListeners == [])
    #expect(receiver.listenerCount == 0)
  }

  private actor Home {
    private var owner: Confined? = Confined()

    func listen(to receiver: Receiver<Int>) { owner?.listen(to: receiver, isolation: self) }

    func bind(to receiver: Receiver<Int>) { if let owner { receiver.bind(to: \.value, on: owner) } }

    func leave() { owner = nil }
  }

  @Test("owners of other actors are checked there, also if the actor is gone")
  func checksOwners() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (tracker, home) = (ListenerTracker(), Home())
    await tracker.track {
      await home.listen(to: receiver)
      await Home().bind(to: receiver)
    }
    await tracker.checkOwners()
    #expect(tracker.liveListeners.count == 4)
    await home.leave()
    await tracker.checkOwners()

    #expect(tracker.liveListeners == [])
    #expect(receiver.listenerCount == 0)
    withExtendedLifetime((transmitter, home)) {}
  }

  @Test("an owner that something retains is a leak, and so is a listener without owner")
  @MainActor func leaks() {
    final class Screen: Sendable {
      init(_ receiver: Receiver<Int>, retained: Bool) {
        receiver.listen(with: self) { [kept = retained ? self : nil] _, _ in withExtendedLifetime(kept) {} }
        if !retained { receiver.listen { [weak self] _ in withExtendedLifetime(self) {} } }
      }
    }
    let (transmitter, receiver) = Receiver<Int>.make()
    let tracker = ListenerTracker()
    let line: Int = #line - 6
    tracker.track {
      _ = Screen(receiver, retained: true)
      _ = Screen(receiver, retained: false)
    }

    #expect(tracker.liveListeners.map(\.line) == [line, line + 1])
    withExtendedLifetime(transmitter) {}
  }

  @Test("only what is tracked is listed, by the innermost tracker, also from tasks that it starts")
  func scopes() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (outer, inner) = (ListenerTracker(), ListenerTracker())
    receiver.listen { _ in }
    let lines: [Int] = await outer.track {
      receiver.listen { _ in }
      inner.track { _ = receiver.listen { _ in } }
      await Task { _ = receiver.listen { _ in } }.value
      await withTaskGroup(of: Void.self) { group in
        group.addTask { receiver.listen { _ in } }
      }
      await Task.detached { _ = receiver.listen { _ in } }.value
      return [#line - 7, #line - 5, #line - 3]
    }

    #expect(outer.liveListeners.map(\.line) == lines)
    #expect(inner.liveListeners.map(\.line) == [lines[0] + 1])
    withExtendedLifetime(transmitter) {}
  }

  @Test("keeps no pair, no listener and no owner alive")
  func lifetime() {
    weak var gone: Receiver<Int>?
    weak var captured: Witness?
    weak var object: Owner?
    let tracker = ListenerTracker()
    do {
      let (transmitter, receiver) = Receiver<Int>.make()
      let (witness, owner) = (Witness(), Owner())
      (gone, captured, object) = (receiver, witness, owner)
      tracker.track {
        receiver.listen { _ in withExtendedLifetime(witness) {} }
        receiver.listen(with: owner) { _, _ in }
      }
      transmitter.broadcast(1)
    }
    #expect(gone == nil && captured == nil && object == nil)
    #expect(tracker.liveListeners == [])
  }

  @Test("forgets listeners that have ended as others join, whatever their number")
  func bounded() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let tracker = ListenerTracker()
    weak var first: Disposable?
    tracker.track {
      first = receiver.listen { _ in }
      first?.dispose()
      for _ in 0..<10_000 { receiver.listen { _ in }.dispose() }
      for _ in 0..<200 { receiver.listen { _ in } }
    }
    #expect(first == nil && tracker.liveListeners.count == 200)
    withExtendedLifetime(transmitter) {}
  }
}
