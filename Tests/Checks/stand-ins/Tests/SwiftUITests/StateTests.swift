import Airwave
import AirwaveUI
import SwiftUI
import TestSupport
import Testing

@MainActor
@Suite("Latest, and Variable.binding")
struct StateTests {
  struct Level: View {
    @Latest var level: Int

    init(_ levels: Receiver<Int>) {
      _level = Latest(wrappedValue: 0, levels)
    }

    var body: some View { Text("level \(level)") }
  }

  struct Screen: View {
    let levels: Receiver<Int>
    let title: Variable<String>
    let shows: Variable<Bool>

    var body: some View {
      Text(title.value)
      if shows.value { Level(levels) }
    }
  }

  @Test("has the first value, then what is replayed, then each value, in the next body")
  func values() {
    let (transmitter, levels) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let host = Host(Level(levels))
    #expect(host.texts == ["level 0"])
    transmitter.broadcast(1)
    host.update()
    #expect(host.texts == ["level 1"])
    #expect(Host(Level(levels)).texts == ["level 1"])
    let count = host.updateCount
    host.update()
    #expect(host.updateCount == count)
  }

  @Test("written as an attribute, with a receiver that is there")
  func attribute() {
    enum Source {
      static let pair = Receiver<String>.make()
    }
    struct Phase: View {
      @Latest(Source.pair.receiver) var phase = "idle"
      var body: some View { Text(phase) }
    }
    let host = Host(Phase())
    #expect(host.texts == ["idle"])
    Source.pair.transmitter.broadcast("busy")
    host.update()
    #expect(host.texts == ["busy"])
  }

  @Test("written as an attribute, with a receiver of the main actor")
  func mainActorAttribute() {
    struct Counter: View {
      static let step = Receiver<Int>.just(2)
      @Latest(Shared.model.$count) var count = 0
      @Latest(Self.step) var step = 1
      var body: some View { Text("\(count) by \(step)") }
    }
    let host = Host(Counter())
    #expect(host.texts == ["3 by 2"])
    Shared.model.count = 5
    host.update()
    #expect(host.texts == ["5 by 2"])
  }

  @MainActor final class Shared {
    static let model = Shared()
    @Variable var count = 3
  }

  @Test("a new value is animated as the property says, and otherwise as the broadcast is", arguments: [true, false])
  func animated(isOwn: Bool) {
    struct Animated: View {
      @Latest var level: Int
      init(_ levels: Receiver<Int>, _ animation: Animation?) {
        _level = Latest(wrappedValue: 0, levels, animation: animation)
      }
      var body: some View { Text("level \(level)") }
    }
    let (transmitter, levels) = Receiver<Int>.make()
    let host = Host(Animated(levels, isOwn ? .linear : nil))
    #expect(host.animation == nil)
    transmitter.broadcast(1)
    host.update()
    #expect(host.animation == (isOwn ? .linear : nil))
    withAnimation { transmitter.broadcast(2) }
    host.update()
    #expect(host.animation == (isOwn ? .linear : .default))
    #expect(host.texts == ["level 2"])
  }

  @Test("a binding with an animation animates what its control changes, and nothing else")
  func animatedBinding() {
    struct Details: View {
      let isOn: Variable<Bool>
      var body: some View {
        Toggle("On", isOn: isOn.binding(animation: .linear))
        Text("\(isOn.value)")
      }
    }
    let isOn = Variable(false)
    let host = Host(Details(isOn: isOn))
    host.flip("On")
    #expect(host.texts == ["true"])
    #expect(host.animation == .linear)
    isOn.value = false
    host.update()
    #expect(host.texts == ["false"])
    #expect(host.animation == nil)
  }

  @Test("listens once for each view on screen, through all bodies, and no longer than the view's state")
  func listensOnce() {
    let (transmitter, levels) = Receiver<Int>.make()
    let (title, shows) = (Variable("a"), Variable(true))
    let host = Host(Screen(levels: levels, title: title, shows: shows))
    transmitter.broadcast(7)
    for name in ["b", "c"] {
      title.value = name
      host.update()
    }
    #expect(host.texts == ["c", "level 7"])
    #expect(levels.listenerCount == 1)
    shows.value = false
    host.update()
    #expect(levels.listenerCount == 0)
    #expect(host.texts == ["c"])
  }

  @Test("is updated by what is broadcast elsewhere")
  func elsewhere() async {
    let (transmitter, levels) = Receiver<Int>.make()
    let host = Host(Level(levels))
    await onThreads(2) { _ in
      for count in 1...100 { transmitter.broadcast(count) }
    }
    transmitter.broadcast(-1)
    await until {
      host.update()
      return host.texts == ["level -1"]
    }
    #expect(host.texts == ["level -1"])
  }

  @Test("a binding reads and sets the variable, and its view is updated from either side")
  func binding() {
    struct Form: View {
      let name: Variable<String>
      let isOn: Variable<Bool>
      var body: some View {
        TextField("Name", text: name.binding)
        Toggle("On", isOn: isOn.binding)
        Text("\(name.value) \(isOn.value)")
      }
    }
    let (name, isOn) = (Variable("Ada"), Variable(false))
    var heard: [String] = []
    name.receiver.listen { heard.append($0) }
    let host = Host(Form(name: name, isOn: isOn))
    #expect(host.text(in: "Name") == "Ada")
    host.type("Grace", into: "Name")
    host.flip("On")
    #expect(host.texts == ["Grace true"])
    name.value = "Alan"
    host.update()
    #expect(host.text(in: "Name") == "Alan")
    #expect(host.texts == ["Alan true"])
    #expect(heard == ["Ada", "Grace", "Alan"])
  }

  @Test("a binding tracks the body that makes it, and the view that is given it follows")
  func tracked() {
    struct Child: View {
      let text: Binding<String>
      var body: some View { TextField("Name", text: text) }
    }
    struct Maker: View {
      let name: Variable<String>
      var body: some View { Child(text: name.binding) }
    }
    let name = Variable("Ada")
    let host = Host(Maker(name: name))
    name.value = "Grace"
    host.update()
    #expect(host.text(in: "Name") == "Grace")
    host.type("Alan", into: "Name")
    #expect(name.value == "Alan")
    #expect(host.text(in: "Name") == "Alan")
  }

  @Test("a binding that was made before all bodies sets the variable, and shows what it had")
  func keptBinding() {
    struct Kept: View {
      let text: Binding<String>
      var body: some View { TextField("Name", text: text) }
    }
    let name = Variable("Ada")
    let host = Host(Kept(text: name.binding))
    host.type("Grace", into: "Name")
    #expect(name.value == "Grace")
    #expect(host.text(in: "Name") == "Ada")
  }

  @Test("a view whose state is expanded as by a macro has its latest value, and hears")
  func expandedState() {
    struct Expanded: View {
      @Latest var level: Int
      let levels: Receiver<Int>
      // What the macro of Xcode 27 makes of `@State private var message = "none"`.
      private var message: String {
        @storageRestrictions(initializes: __message)
        init(initialValue) { __message = State(wrappedValue: initialValue) }
        get { __message.wrappedValue }
        nonmutating set { __message.wrappedValue = newValue }
      }
      // swift-format-ignore: NoLeadingUnderscores
      private var __message = State(wrappedValue: "none")

      init(_ levels: Receiver<Int>) {
        self.levels = levels
        _level = Latest(wrappedValue: 0, levels)
      }

      var body: some View {
        Text("\(level) \(message)").onReceive(levels) { message = "heard \($0)" }
      }
    }
    let (transmitter, levels) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let host = Host(Expanded(levels))
    #expect(host.texts == ["0 none"])
    transmitter.broadcast(7)
    host.update()
    #expect(host.texts == ["7 heard 7"])
    #expect(levels.listenerCount == 2)
  }

  @Test("a binding of a field of a value changes that field")
  func field() {
    struct Person {
      var name = "Ada"
      var age = 36
    }
    let person = Variable(Person())
    person.binding.name.wrappedValue = "Grace"
    #expect(person.value.name == "Grace")
    #expect(person.value.age == 36)
  }

  @Test("a variable in an observable model updates the views that read it")
  func observable() {
    let model = Model()
    struct Rows: View {
      let model: Model
      var body: some View {
        List(model.rows, id: \.self) { Text($0) }
        Text(model.title)
      }
    }
    let host = Host(Rows(model: model))
    model.rows.append("a")
    model.title = "new"
    host.update()
    #expect(host.texts == ["a", "new"])
  }

  @MainActor @Observable final class Model {
    @ObservationIgnored @Variable var rows: [String] = []
    var title = "old"
  }
}
