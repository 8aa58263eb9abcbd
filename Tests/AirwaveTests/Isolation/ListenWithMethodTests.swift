import Airwave
import TestSupport
import Testing

/// A method of an object always has the same isolation. A closure that is passed in its place may return functions of
/// different isolations.
@Suite("Receiver.listen(with:) with functions that differ in isolation")
struct ListenWithMethodTests {
  private final class Log: Sendable {
    let lines = Heard<String>()
    let calls = Tally()

    func write(_ value: Int) {
      lines.append("\(value)")
    }

    @MainActor func writeOnMainActor(_ value: Int) {
      MainActor.preconditionIsolated()
      write(value)
    }
  }

  private typealias Function = @Sendable @isolated(any) (Int) -> Void

  /// Returns two functions without isolation, then a function of the main actor, and so on.
  private static let method: @Sendable (Log) -> Function = { log in
    log.calls.add()
    if log.calls.count % 3 != 0 { return { log.write($0) } }
    return { @MainActor in log.writeOnMainActor($0) }
  }

  @Test("the first that differs from the others ends the listener")
  func differs() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let log = Log()
    let listening = receiver.listen(with: log, Self.method) { $0.lines.append("end") }
    (1...3).forEach(transmitter.broadcast)
    transmitter.finish()

    #expect(log.lines.values == ["1"])
    #expect(listening.isDisposed && receiver.listenerCount == 0)
  }
}
