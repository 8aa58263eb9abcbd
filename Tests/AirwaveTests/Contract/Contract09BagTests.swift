import Airwave
import TestSupport
import Testing

@Suite("Contract 9: bags and tokens", .inTurn)
struct Contract09BagTests {
  /// What stands between the pair and a member of a bag.
  enum Silenced: CaseIterable {
    case nothing, map, merge, combineLatest, share, flatMap

    func receiver(_ receiver: Receiver<Int>) -> Receiver<Int> {
      switch self {
      case .nothing: receiver
      case .map: receiver.map { $0 }
      case .merge: receiver.merge(with: .never)
      case .combineLatest: receiver.combineLatest(.just(0)).map { $0.0 }
      case .share: receiver.share()
      case .flatMap: receiver.flatMap { .just($0) }
      }
    }
  }

  @Test("a bag forgets its members at once when it disposes of them")
  func forgetsDisposed() {
    let bag = DisposeBag()
    weak var member: Disposable?
    do {
      let disposable = Disposable {}
      member = disposable
      disposable.disposed(by: bag)
    }
    let wasHeld = member != nil
    bag.dispose()

    #expect(wasHeld && member == nil)
    withExtendedLifetime(bag) {}
  }

  @Test("a bag forgets a listener of the main actor that has ended", arguments: everyStrategy)
  @MainActor func forgetsOnMainActor(strategy: ReplayStrategy) {
    let bag = DisposeBag()
    weak var ended: Disposable?
    do {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      let listening = receiver.listen { @MainActor _ in }
      ended = listening
      listening.disposed(by: bag)
      transmitter.finish()
    }
    for _ in 0..<16 { Disposable {}.disposed(by: bag) }

    #expect(ended == nil)
  }

  @Test("a bag forgets members that have ended")
  func forgets() {
    let bag = DisposeBag()
    let gone = Tally()
    var mostAlive = 0
    for inserted in 1...1_000 {
      let listening = Disposable { [witness = Witness { gone.add(1) }] in withExtendedLifetime(witness) {} }
      listening.disposed(by: bag)
      mostAlive = max(mostAlive, inserted - gone.count)
      listening.dispose()
    }

    // The captures of a member are released when it ends. The member itself is released when the bag next removes ended
    // members.
    weak var member: Disposable?
    do {
      let listening = Disposable {}
      member = listening
      listening.disposed(by: bag)
      listening.dispose()
    }
    for _ in 0..<16 { Disposable {}.disposed(by: bag) }

    #expect(mostAlive == 1)
    #expect(member == nil)
  }

  @Test("no member of a bag hears what the end of another one causes", arguments: everyStrategy, Silenced.allCases)
  func silenced(strategy: ReplayStrategy, form: Silenced) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Heard<Int>()
    do {
      let bag = DisposeBag()
      Disposable { transmitter.broadcast(1) }.disposed(by: bag)
      form.receiver(receiver).listen { heard.append($0) }.disposed(by: bag)
      Disposable { transmitter.broadcast(2) }.disposed(by: bag)
    }
    transmitter.broadcast(3)

    #expect(heard.values == [])
    #expect(receiver.listenerCount == 0)
  }

  @Test("no operator before a member of a bag hears what the end of another one causes", arguments: everyStrategy)
  func silencedOperators(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Heard<String>()
    let bag = DisposeBag()
    Disposable {
      transmitter.broadcast(1)
      transmitter.finish()
    }.disposed(by: bag)
    receiver.handleEvents {
      heard.append("listen")
    } onValue: { _ in
      heard.append("value")
    } onDispose: {
      heard.append("dispose")
    } onFinish: {
      heard.append("finish")
    }.listen { _ in
    }.disposed(by: bag)
    bag.dispose()

    #expect(heard.values == ["listen", "dispose"])
  }

  @Test("no main-actor member of a bag hears what the end of another one causes, and what waits for it is not heard")
  @MainActor func silencedOnMainActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, others) = (Heard<Int>(), Heard<Int>())
    let bag = DisposeBag()
    Disposable { transmitter.broadcast(2) }.disposed(by: bag)
    receiver.listen { heard.append($0) }.disposed(by: bag)
    receiver.listen { others.append($0) }
    onAnotherThread { transmitter.broadcast(1) }
    bag.dispose()
    await until { others.values.count == 2 }

    #expect(others.values == [1, 2])
    #expect(heard.values == [])
  }

  @Test("each member of a bag ends once, also if the end of one of them disposes of the others")
  func endsOnce() {
    let (bag, ended) = (DisposeBag(), Heard<Int>())
    let last = Disposable { ended.append(2) }
    Disposable {
      last.dispose()
      ended.append(1)
      bag.dispose()
    }.disposed(by: bag)
    last.disposed(by: bag)
    bag.dispose()

    #expect(ended.values == [1, 2])
  }

  @Test("a bag can be used again after it has disposed")
  func again() {
    let bag = DisposeBag()
    let log = Heard<Int>()
    for round in 1...2 {
      Disposable { log.append(round) }.disposed(by: bag)
      bag.dispose()
      bag.dispose()
    }

    #expect(log.values == [1, 2])
  }

  @Test("a bag is filled and emptied by many threads, and ends each member once")
  func threads() async {
    let bag = DisposeBag()
    let ended = Tally()
    await onThreads(4) { _ in
      for index in 1...1_000 {
        Disposable { ended.add(1) }.disposed(by: bag)
        if index.isMultiple(of: 50) { bag.dispose() }
      }
    }
    bag.dispose()

    #expect(ended.count == 4_000)
  }

  @Test("a custom disposable runs its action once, on the first thread that disposes of it")
  func action() async {
    let ran = Tally()
    for _ in 0..<200 {
      let disposable = Disposable { ran.add(1) }
      await onThreads(2) { _ in disposable.dispose() }
    }

    #expect(ran.count == 200)
  }

  @Test("a scoped token ends its listener when it is released", arguments: everyStrategy)
  func scoped(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Heard<Int>()
    do {
      let token = receiver.listen { heard.append($0) }.scoped()
      withExtendedLifetime(token) { transmitter.broadcast(1) }
    }
    transmitter.broadcast(2)

    #expect(heard.values == [1])
  }

  @Test("listeners that threads dispose of while values arrive hear a run without gaps", arguments: everyStrategy)
  func disposeWhileBroadcasting(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = (0..<100).map { _ in Heard<Int>() }
    let tokens = heard.map { heard in receiver.listen { heard.append($0) } }

    await onThreads(3) { thread in
      if thread == 0 {
        for value in 0..<1_000 { transmitter.broadcast(value) }
      } else {
        // Both threads dispose of each token.
        tokens.forEach { $0.dispose() }
      }
    }
    let before = heard.map(\.values)
    transmitter.broadcast(-1)

    #expect(heard.map(\.values) == before)
    #expect(before.filter { $0 != Array(0..<$0.count) } == [])
    #expect(receiver.listenerCount == 0)
  }
}
