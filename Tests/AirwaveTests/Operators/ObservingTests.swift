import Airwave
import AirwaveTesting
import Dispatch
import Observation
import TestSupport
import Testing

@Suite("Receiver.observing", .inTurn)
@MainActor
struct ObservingTests {
  @Observable final class Model {
    var title = "silence"
    var count = 0
    @ObservationIgnored @Variable var volume = 5
  }

  @Test("sends the present value at once, and the newest after each turn that has changed what was read")
  func turns() async {
    let model = Model()
    var heard: [String] = []
    Receiver.observing { "\(model.title) \(model.volume)" }.listen { heard.append($0) }
    #expect(heard == ["silence 5"])

    (model.title, model.title, model.volume) = ("intro", "song", 6)
    model.count = 1
    #expect(heard == ["silence 5"])
    await ManualClock().settle(within: .seconds(3_600))
    #expect(heard == ["silence 5", "song 6"])

    model.count = 2
    await ManualClock().settle(within: .seconds(3_600))
    model.volume = 7
    await ManualClock().settle(within: .seconds(3_600))
    #expect(heard == ["silence 5", "song 6", "song 7"])
  }

  @Test("what is read may change from value to value")
  func branches() async {
    let model = Model()
    let heard = Receiver.observing { model.count == 0 ? model.title : "\(model.count)" }.record()
    for change in [{ model.title = "a" }, { model.count = 1 }, { model.title = "b" }, { model.count = 2 }] {
      change()
      await ManualClock().settle(within: .seconds(3_600))
    }

    #expect(heard.values == ["silence", "a", "1", "2"])
  }

  @Test("leaves out a value that equals the one before, unless values cannot be compared")
  func equal() async {
    let model = Model()
    let compared = Receiver.observing { model.count % 2 }.record()
    let all = Heard<Int>()
    Receiver.observing { (model.count % 2, model.count) }.listen { all.append($0.0) }
    for number in [2, 4, 5] {
      model.count = number
      await ManualClock().settle(within: .seconds(3_600))
    }

    #expect(compared.values == [0, 1] && all.values == [0, 0, 0, 1])
  }

  @Test("each listener hears the present value, and what follows")
  func several() async {
    let model = Model()
    let receiver = Receiver.observing { model.count }
    let first = receiver.record()
    model.count = 1
    let second = receiver.record()
    #expect(second.values == [1] && receiver.latest == 1)
    await ManualClock().settle(within: .seconds(3_600))
    model.count = 2
    await ManualClock().settle(within: .seconds(3_600))

    #expect(first.values == [0, 1, 2] && second.values == [1, 2])
  }

  @Test("a listener that joins on another thread is called on the main actor")
  func elsewhere() async {
    let model = Model()
    let (receiver, heard) = (Receiver.observing { model.count }, Heard<Int>())
    onAnotherThread {
      receiver.listen { value in
        MainActor.assumeIsolated { heard.append(value) }
      }
    }
    #expect(heard.values.isEmpty)
    await until { heard.values == [0] }
    model.count = 1
    await until { heard.values == [0, 1] }
    #expect(heard.values == [0, 1])
  }

  @Test("another thread that looks at the newest value waits for no turn of the main actor, and finds none")
  func peekElsewhere() async {
    let (model, found) = (Model(), Heard<[Int]>())
    let receiver = Receiver.observing { model.count }
    await onThreads(1) { _ in
      // While the thread looks, the main actor has turns.
      let later = Receiver.just(7).map { value in
        DispatchQueue.main.sync {}
        return value
      }
      found.append(receiver.merge(with: later).replayed)
    }

    #expect(found.values == [[7]] && receiver.latest == 0)
  }

  @Test("is not read before something listens, nor after the listener has ended")
  func lazy() async {
    let (model, reads) = (Model(), Tally())
    let receiver = Receiver.observing {
      reads.add()
      return model.count
    }
    #expect(reads.count == 0)
    let listening = receiver.listen { _ in }
    model.count = 1
    listening.dispose()
    await ManualClock().settle(within: .seconds(3_600))
    model.count = 2
    await ManualClock().settle(within: .seconds(3_600))

    #expect(reads.count == 1)
  }

  @Test("the end releases the closure and its captures, though Observation keeps the registration")
  func released() {
    let (name, endings) = (Variable("Ada"), Heard<String>())
    func listen(_ ending: String, _ end: (Receiver<String>) -> Void) {
      weak var witness: Witness?
      do {
        let captured = Witness { endings.append(ending) }
        witness = captured
        end(Receiver.observing { withExtendedLifetime(captured) { name.value } })
      }
      #expect(witness == nil, "\(ending)")
    }
    listen("disposed") { $0.listen { _ in }.dispose() }
    listen("taken") { $0.take(count: 1).listen { _ in } }
    listen("bag") { receiver in
      let bag = DisposeBag()
      receiver.listen { _ in }.disposed(by: bag)
    }
    listen("not listened") { _ in }
    listen("peeked") { #expect($0.latest == "Ada") }

    #expect(endings.values == ["disposed", "taken", "bag", "not listened", "peeked"])
    name.value = "Grace"
  }

  @Test("an end on another thread releases the captures on the main actor")
  func releasedElsewhere() async {
    markMainQueue()
    let (name, released) = (Variable("Ada"), Heard<Bool>())
    let listening = {
      let captured = Witness { released.append(isOnMainQueue()) }
      return Receiver.observing { withExtendedLifetime(captured) { name.value } }.listen { _ in }
    }()
    onAnotherThread { listening.dispose() }
    await until { !released.values.isEmpty }
    #expect(released.values == [true])
  }

  @Test("a receiver that is released on another thread releases the captures on the main actor")
  func receiverReleasedElsewhere() async {
    markMainQueue()
    let (name, released) = (Variable("Ada"), Heard<Bool>())
    let held = {
      let captured = Witness { released.append(isOnMainQueue()) }
      return Box(Receiver.observing { withExtendedLifetime(captured) { name.value } })
    }()
    onAnotherThread { held.content = nil }
    await until { !released.values.isEmpty }
    #expect(released.values == [true])
  }

  @Test("a model that is captured weakly is not kept, and its listener is released with it")
  func weakModel() {
    var model: Model? = Model()
    weak let observed = model
    weak var witness: Witness?
    do {
      let captured = Witness()
      witness = captured
      Receiver.observing { [weak model] in model?.title }.listen { _ in withExtendedLifetime(captured) {} }
    }
    #expect(witness != nil)
    model = nil

    #expect(observed == nil && witness == nil)
  }
}
