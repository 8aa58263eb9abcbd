import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Variable: who owns it and who may write", .inTurn)
struct VariableOwnershipTests {
  @MainActor
  final class Player {
    @Variable private(set) var title = "silence"

    func play(_ title: String) { self.title = title }
  }

  @Test("outsiders hear, on the main actor, a property that they cannot write")
  @MainActor func privateSet() async {
    let player = Player()
    var heard: [String] = []
    player.$title.listen { heard.append($0) }
    player.play("a song")

    #expect(heard == ["silence", "a song"])
    #expect(player.title == "a song")
  }

  @Test("a stored constant makes no class less Sendable")
  func sendable() async {
    final class Model: Sendable {
      let count = Variable(0)
      let name: Variable<String> = Variable("x")
    }

    let model = Model()
    let heard = model.count.receiver.record()
    await onThreads(2) { _ in for _ in 0..<100 { model.count.withValue { $0 += 1 } } }

    #expect(model.count.value == 200 && heard.values.count == 201)
  }

  private final class ViewModel: @unchecked Sendable {
    @Variable var a = 1
    @Variable var b = 2.5
    @Variable var c = "c"
    @Variable var d: String?
    @Variable var e = [1]
    @Variable var f = ["f": 1]
    @Variable var g = true
    @Variable var h: Witness?
    @Variable var i: (@Sendable () -> Void)?
    @Variable var j = 1...2
    private let bag = DisposeBag()

    /// Listens to its own variables without a reference cycle.
    func listen(_ witness: Witness) {
      $a.listen { [weak self] in self?.b = Double($0) }.disposed(by: bag)
      $b.listen(with: self) { model, value in model.c = "\(value)" }
      $c.bind(to: \.d, on: self)
      $d.skipNil().map(\.count).listen { [weak self] in self?.e.append($0) }
      let receivers = [
        $e.map { _ in }, $f.map { _ in }, $g.map { _ in }, $h.map { _ in }, $i.map { _ in }, $j.map { _ in },
      ]
      for receiver in receivers { receiver.listen { withExtendedLifetime(witness) {} } }
    }
  }

  @Test("a view model of ten variables is released with its listeners")
  func released() {
    weak var model: ViewModel?
    weak var captured: Witness?
    weak var value: Witness?
    let ends = Tally()
    do {
      let (strong, witness, held) = (ViewModel(), Witness(), Witness())
      (model, captured, value) = (strong, witness, held)
      strong.listen(witness)
      strong.h = held
      strong.$g.listen { _ in
      } onFinish: {
        ends.add(1)
      }
      strong.a = 7
      #expect(strong.d == "7.0" && strong.e == [1, 3, 3])
    }

    #expect(model == nil && captured == nil && value == nil)
    #expect(ends.count == 1)
  }

  @Test("the receiver does not keep the variable; it keeps the last value, and then the end")
  func finishes() {
    weak var gone: Variable<Int>?
    let receiver: Receiver<Int>
    do {
      let variable = Variable(1)
      gone = variable
      receiver = variable.receiver
      variable.value = 2
    }
    let heard = Heard<Int>()
    receiver.listen {
      heard.append($0)
    } onFinish: {
      heard.append(-1)
    }

    #expect(gone == nil && heard.values == [2, -1])
  }

  @Test("a variable keeps no value but the present one")
  func letsGo() {
    weak var old: Witness?
    let variable: Variable<Witness>
    do {
      let witness = Witness()
      old = witness
      variable = Variable(witness)
    }
    variable.receiver.map { _ in }.listen { _ in }
    variable.value = Witness()
    #expect(old == nil)
    withExtendedLifetime(variable) {}
  }
}

#if os(Linux) || os(macOS)
@Suite("Variable: what does not compile", .inTurn)
struct VariableRejectionTests {
  private static let player = """
    import Airwave
    @MainActor final class Player { @Variable private(set) var title = "x" }
    final class Model: Sendable { let name = Variable("x") }
    @MainActor func use(_ player: Player, _ model: Model) {
      CODE
    }
    """

  @Test(
    "what is read-only, is",
    arguments: [
      ("player.title = \"y\"", "setter is inaccessible"),
      ("player.$title.broadcast(\"y\")", "has no member 'broadcast'"),
      ("player.$title = Variable(\"y\").receiver", "is immutable"),
      ("player._title.value = \"y\"", "'_title' is inaccessible"),
      ("model.name.receiver = Variable(\"y\").receiver", "'receiver' is a 'let' constant"),
      ("_ = model.name.transmitter", "'transmitter' is inaccessible"),
      ("class Local {}; _ = Variable(Local())", "does not conform to the 'Sendable' protocol"),
    ]
  )
  func rejected(code: String, reason: String) throws {
    let output = try Compiler.compile(Self.program(code), Settings.swift6.arguments)
    #expect(output.contains(reason), "\(output)")
  }

  @Test("what it is for compiles without a warning, however the client is set up", arguments: Settings.everySwift6)
  func accepted(settings: Settings) throws {
    let code = "player.$title.listen { print($0) }; print(player.title); model.name.value = player.title"
    #expect(try Compiler.compile(Self.program(code), settings.arguments) == "")
  }

  @Test("a key path that others have is not bound, for it may belong to another isolation")
  func foreignKeyPath() throws {
    let program = """
      import Airwave
      @MainActor final class Label { var text = "" }
      func wire(_ receiver: Receiver<String>, _ path: ReferenceWritableKeyPath<Label, String>, _ label: Label) {
        receiver.bind(to: path, on: label)
      }
      """
    let output = try Compiler.compile(program, Settings.swift6.arguments)
    #expect(output.contains("'nil' is not compatible with expected argument type 'any Actor'"), "\(output)")
  }

  private static func program(_ code: String) -> String {
    player.split(separator: "CODE").joined(separator: code)
  }
}
#endif
