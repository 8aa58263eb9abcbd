import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Listeners that await", .patient)
struct ListenAwaitingTests {
  @Test("are called with one value after the other, and with the end after the last call", arguments: Awaiting.each)
  func inTurn(form: Awaiting) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let (latch, events) = (Latch(), Heard<String>())
    transmitter.broadcast(1)
    form.listen(to: receiver) { value in
      events.append("begins \(value)")
      await latch.wait()
      events.append("returns \(value)")
    } onFinish: {
      events.append("end")
    }
    [2, 3].forEach(transmitter.broadcast)
    transmitter.finish()
    await until { !events.values.isEmpty }
    let before = events.values
    latch.open()
    await until { events.values.last == "end" }

    #expect(before == ["begins 1"])
    #expect(events.values == (1...3).flatMap { ["begins \($0)", "returns \($0)"] } + ["end"])
  }

  @Test("hear the end at once if no call runs", arguments: Awaiting.allCases)
  func endAtRest(form: Awaiting) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (calls, ends) = (Tally(), Tally())
    let listening = form.listen(to: receiver) { _ in
      calls.add()
    } onFinish: {
      ends.add()
    }
    transmitter.finish()

    #expect([calls.count, ends.count] == [0, 1])
    #expect(listening.isDisposed)
  }

  @Test(
    "keep the values that the policy says while a call runs",
    arguments: Awaiting.each,
    [
      (BufferingPolicy.unbounded, [1, 2, 3, 4]), (.newest(1), [1, 4]), (.newest(2), [1, 3, 4]), (.newest(0), [1]),
      (.oldest(1), [1, 2]), (.oldest(0), [1]),
    ]
  )
  func keeps(form: Awaiting, kept: (policy: BufferingPolicy, expected: [Int])) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (latch, heard, ends) = (Latch(), Heard<Int>(), Tally())
    form.listen(to: receiver, buffering: kept.policy) { value in
      heard.append(value)
      await latch.wait()
    } onFinish: {
      ends.add()
    }
    transmitter.broadcast(1)
    await until { heard.values == [1] }
    [2, 3, 4].forEach(transmitter.broadcast)
    transmitter.finish()
    latch.open()
    await until { ends.count == 1 }

    #expect(heard.values == kept.expected)
  }

  @Test("cancel the running call for a newer value, and wait until it has returned", arguments: Awaiting.latestOnly)
  func latest(form: Awaiting) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (latch, cancelled, events) = (Latch(), Tally(), Heard<String>())
    form.listen(to: receiver) { value in
      events.append("begins \(value)")
      if value == 1 {
        await withTaskCancellationHandler(operation: latch.waitStubbornly) { cancelled.add() }
      }
      events.append(Task.isCancelled ? "cancelled \(value)" : "returns \(value)")
    } onFinish: {
      events.append("end")
    }
    transmitter.broadcast(1)
    await until { events.values == ["begins 1"] }
    transmitter.broadcast(2)
    await until { cancelled.count == 1 }
    transmitter.broadcast(3)
    transmitter.finish()
    let before = events.values
    latch.open()
    await until { events.values.last == "end" }

    #expect(before == ["begins 1"])
    #expect(events.values == ["begins 1", "cancelled 1", "begins 3", "returns 3", "end"])
  }

  /// The ways to end a listener whose call is running.
  enum End: CaseIterable {
    case dispose, bag, removal, itself
  }

  @Test(
    "are cancelled when they end, with no further call, nothing that waits and no onFinish",
    arguments: Awaiting.allCases,
    End.allCases
  )
  func cancelled(form: Awaiting, end: End) async {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let (latch, token, living, ends) = (Latch(), Box<Disposable>(), Tally(), Tally())
    let (events, released) = (Heard<String>(), Tally())
    let bag = DisposeBag()
    do {
      let witness = Witness { released.add() }
      token.content = form.listen(to: receiver, buffering: .oldest(3)) { _ in
        events.append("begins")
        if end == .itself {
          await latch.waitStubbornly()
          token.content?.dispose()
        } else {
          await latch.wait()
        }
        withExtendedLifetime(witness) { events.append(Task.isCancelled ? "cancelled" : "returns") }
      } onFinish: {
        ends.add()
      }
    }
    token.content?.disposed(by: bag)
    living.add()
    transmitter.broadcast(Witness { living.add(-1) })
    await until { events.values == ["begins"] }
    if form != .latest, form != .latestWithOwner {
      for _ in 0..<5 {
        living.add()
        transmitter.broadcast(Witness { living.add(-1) })
      }
      #expect(living.count == 4)
    }
    switch end {
    case .dispose: token.content?.dispose()
    case .bag: bag.dispose()
    case .removal: transmitter.removeAllListeners()
    case .itself: latch.open()
    }
    await until { released.count == 1 }
    transmitter.finish()

    #expect(events.values == ["begins", "cancelled"])
    #expect([living.count, ends.count, receiver.listenerCount] == [0, 0, 0])
    #expect(token.content?.isDisposed == true)
  }

  @Test("release their closure at once when they end between two calls", arguments: Awaiting.allCases)
  func released(form: Awaiting) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (calls, released) = (Tally(), Tally())
    let listening = listen(form, to: receiver, calls, released)
    transmitter.broadcast(1)
    await ManualClock().settle(within: .seconds(3_600))
    #expect([calls.count, released.count] == [1, 0])
    listening.dispose()

    #expect(released.count == 1)
  }

  private func listen(_ form: Awaiting, to receiver: Receiver<Int>, _ calls: Tally, _ released: Tally) -> Disposable {
    let witness = Witness { released.add() }
    return form.listen(to: receiver) { _ in withExtendedLifetime(witness) { calls.add() } }
  }

  @Test("are released at once if no value can come", arguments: Awaiting.allCases)
  func never(form: Awaiting) {
    let released = Tally()
    let listening = listen(form, to: .never, Tally(), released)

    #expect(released.count == 1)
    #expect(!listening.isDisposed)
  }

  @Test("hold their owner for a call, and drop what waits when it is gone", arguments: Awaiting.withOwner)
  func ownerDuringCall(form: Awaiting) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (latch, heard, ends, released) = (Latch(), Heard<Int>(), Tally(), Tally())
    var owner: Awaiting.Owner? = Awaiting.Owner()
    weak let reference = owner
    if let owner {
      let witness = Witness { released.add() }
      form.listen(to: receiver, with: owner) { value in
        heard.append(value)
        await latch.waitStubbornly()
        withExtendedLifetime(witness) {}
      } onFinish: {
        ends.add()
      }
    }
    transmitter.broadcast(1)
    await until { heard.values == [1] }
    [2, 3].forEach(transmitter.broadcast)
    owner = nil
    #expect(reference != nil)
    latch.open()
    await until { released.count == 1 }

    #expect(reference == nil)
    #expect(heard.values == [1])
    #expect([ends.count, receiver.listenerCount] == [0, 0])
  }

  @Test("end with their owner although no value comes", arguments: Awaiting.withOwner)
  func ownerAtRest(form: Awaiting) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (calls, released) = (Tally(), Tally())
    var owner: Awaiting.Owner? = Awaiting.Owner()
    weak let reference = owner
    if let owner {
      let witness = Witness { released.add() }
      form.listen(to: receiver, with: owner) { _ in withExtendedLifetime(witness) { calls.add() } }
    }
    transmitter.broadcast(1)
    await ManualClock().settle(within: .seconds(3_600))
    owner = nil
    #expect(reference == nil)
    await untilSwept { released.count == 1 }

    #expect([calls.count, receiver.listenerCount] == [1, 0])
  }
}

@Suite("The isolation of listeners that await", .patient)
struct ListenAwaitingIsolationTests {
  @MainActor private final class Model {
    private(set) var events: [String] = []
    private let part: Part

    init(_ part: Part) {
      self.part = part
    }

    func note(_ event: String) async {
      events.append(event)
    }

    func listen(to receiver: Receiver<Int>) {
      receiver.listen { [weak self] value in
        self?.events.append("closure \(value) \(isOnMainQueue())")
        await Task.yield()
      } onFinish: { [weak self] in
        self?.events.append("closure end \(isOnMainQueue())")
      }
      receiver.listen(with: self) { model, value in
        model.events.append("owner \(value) \(isOnMainQueue())")
        await model.note("note \(value)")
      } onFinish: { model in
        model.events.append("owner end \(isOnMainQueue())")
      }
      receiver.listenLatest(with: self) { model, value in
        model.events.append("latest \(value) \(isOnMainQueue())")
        await Task.yield()
      }
    }
  }

  @Test("is the main actor if they are written there, and the owner is released there")
  @MainActor func mainActor() async {
    markMainQueue()
    let (transmitter, receiver) = Receiver<Int>.make()
    let places = Part.Places()
    var model: Model? = Model(Part(PartLog(), places, isOnActor: isOnMainQueue))
    model?.listen(to: receiver)
    transmitter.broadcast(1)
    let before = model?.events
    await ManualClock().settle(within: .seconds(3_600))
    transmitter.finish()
    await ManualClock().settle(within: .seconds(3_600))

    #expect(before == [])
    let expected = ["closure 1 true", "closure end true", "latest 1 true", "note 1", "owner 1 true", "owner end true"]
    #expect(model?.events.sorted() == expected)
    model = nil
    #expect([places.onActor.count, places.elsewhere.count] == [1, 0])
  }

  @Test("is where the owner is retained for a call, and released")
  @MainActor func owner() async {
    markMainQueue()
    let (transmitter, receiver) = Receiver<Int>.make()
    let (latch, begun, places, count) = (Latch(), Tally(), Part.Places(), rounds(100))
    var models = (0..<count).map { _ in Model(Part(PartLog(), places, isOnActor: isOnMainQueue)) }
    for model in models {
      receiver.listen(with: model) { _, _ in
        begun.add()
        await latch.wait()
      }
    }
    transmitter.broadcast(1)
    await until { begun.count == count }
    models = []
    let before = places.count
    latch.open()
    await until { places.count == count }

    #expect([before, places.elsewhere.count] == [0, 0])
  }

  @Test("keeps a call away that was not made before dispose() was called there", arguments: [false, true])
  @MainActor func disposed(isLatest: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let calls = Tally()
    let body: @MainActor @Sendable (Int) async -> Void = { _ in calls.add() }
    let listening = isLatest ? receiver.listenLatest(to: body) : receiver.listen(to: body)
    transmitter.broadcast(1)
    listening.dispose()
    await ManualClock().settle(within: .seconds(3_600))

    #expect(calls.count == 0)
  }

  @Test("is that of the calls for an onFinish without isolation, too")
  func finish() async {
    await MainActor.run { markMainQueue() }
    let (transmitter, receiver) = Receiver<Int>.make()
    let (owner, heard) = (Awaiting.Owner(), Heard<Bool>())
    receiver.listen { @MainActor _ in
      await Task.yield()
    } onFinish: {
      heard.append(isOnMainQueue())
    }
    receiver.listen(with: owner) { @MainActor _, _ in
      await Task.yield()
    } onFinish: { _ in
      heard.append(isOnMainQueue())
    }
    transmitter.finish()
    await until { heard.values.count == 2 }

    #expect(heard.values == [true, true])
    withExtendedLifetime(owner) {}
  }

  private actor Store {
    private(set) var events: [String] = []

    func listen(to receiver: Receiver<Int>) {
      receiver.listen { value in
        self.assertIsolated()
        self.events.append("self \(value)")
        await Task.yield()
      } onFinish: {
        self.events.append("end")
      }
      receiver.listen(with: self) { store, value in await store.note("with \(value)") }
    }

    func note(_ event: String) {
      events.append(event)
    }
  }

  @Test("is the actor whose self they use")
  func actor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let store = Store()
    await store.listen(to: receiver)
    transmitter.broadcast(1)
    transmitter.finish()
    await ManualClock().settle(within: .seconds(3_600))

    #expect(await store.events.sorted() == ["end", "self 1", "with 1"])
  }

  @Test("is none if they are written without one")
  func nowhere() async {
    await MainActor.run { markMainQueue() }
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Bool>()
    receiver.listen { _ in
      await Task.yield()
      heard.append(isOnMainQueue())
    } onFinish: {
      heard.append(isOnMainQueue())
    }
    await MainActor.run { transmitter.broadcast(1) }
    await ManualClock().settle(within: .seconds(3_600))
    await MainActor.run { transmitter.finish() }
    await until { heard.values.count == 2 }

    // The end is heard where the pair was finished, as by every listener without isolation.
    #expect(heard.values == [false, true])
  }
}
