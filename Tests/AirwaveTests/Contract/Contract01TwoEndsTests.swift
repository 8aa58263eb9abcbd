#if os(Linux) || os(macOS)
import TestSupport
import Testing

@Suite("Contract 1: two ends", .inTurn)
struct Contract01TwoEndsTests {
  private static let make = "let (transmitter, receiver) = Receiver<Int>.make()"

  @Test("what the two ends are for compiles")
  func compiles() throws {
    let program = """
      import Airwave
      let (transmitter, receiver) = Receiver<Int>.make()
      transmitter.broadcast(1)
      receiver.listen { print($0) }.dispose()
      let copy: Transmitter<Int> = transmitter
      let view: Receiver<Int> = receiver.filter { $0 > 0 }
      func use(_ value: some Sendable) {}
      use(transmitter)
      use(receiver)
      """
    #expect(try Compiler.compile(program, Settings.swift6.arguments) == "")
  }

  @Test("what they are not for does not")
  func doesNotCompile() throws {
    let rejected = [
      ("\(Self.make); receiver.broadcast(1)", "has no member 'broadcast'"),
      ("\(Self.make); receiver.finish()", "has no member 'finish'"),
      ("\(Self.make); receiver.removeAllListeners()", "has no member 'removeAllListeners'"),
      ("\(Self.make); receiver.clearReplay()", "has no member 'clearReplay'"),
      ("\(Self.make); _ = receiver.transmitter", "has no member 'transmitter'"),
      ("\(Self.make); receiver.map { $0 + 1 }.broadcast(1)", "has no member 'broadcast'"),
      ("\(Self.make); transmitter.listen { print($0) }", "has no member 'listen'"),
      ("\(Self.make); _ = transmitter.map { $0 }", "has no member 'map'"),
      ("\(Self.make); _ = transmitter.latest", "has no member 'latest'"),
      ("\(Self.make); _ = transmitter.receiver", "has no member 'receiver'"),
      ("\(Self.make); _ = transmitter.end", "'end' is inaccessible"),
      ("\(Self.make); _ = receiver.origin", "'origin' is inaccessible"),
      ("_ = Receiver<Int>()", "'init()' is unavailable: use make(strategy:)"),
      ("_ = Transmitter<Int>()", "'init()' is unavailable: use make(strategy:)"),
      ("let receiver: Receiver<Int> = .init()", "'init()' is unavailable: use make(strategy:)"),
      ("class Other: Receiver<Int> {}", "inheritance from a final class"),
      ("class Later: Disposable {}", "inheritance from a final class"),
      ("class Local {}; _ = Receiver<Local>.make()", "type 'Local' does not conform to the 'Sendable' protocol"),
    ]
    for ((code, reason), diagnostics) in zip(rejected, try Compiler.diagnostics(of: rejected.map(\.0))) {
      #expect(diagnostics.contains { $0.contains(reason) }, "\(code): \(diagnostics)")
    }
  }
}
#endif
