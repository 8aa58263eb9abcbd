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

  @Test("each is called on its own isolation, in order, and then the end", arguments: everyStrategy)
  func differs(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Log()
    receiver.listen(with: log, Self.method) { $0.lines.append("end") }
    (1...100).forEach(transmitter.broadcast)
    transmitter.finish()
    await until { log.lines.values.last == "end" }

    let numbers: [String] = (1...100).map { "\($0)" }
    #expect(log.lines.values == numbers + ["end"])
    #expect(receiver.listenerCount == 0)
  }

  @Test("an end that nothing is done at keeps no value back")
  func withoutEnd() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let log = Log()
    receiver.listen(with: log, Self.method)
    (1...3).forEach(transmitter.broadcast)
    transmitter.finish()
    await until { log.lines.values.count == 3 }

    #expect(log.lines.values == ["1", "2", "3"])
  }

  @Test("no listener is called on the main actor after a dispose there, nor told the end")
  @MainActor func dispose() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (log, other) = (Log(), Log())
    // The main actor is the isolation of all functions but the first two, so that nothing is called while this test
    // occupies it.
    let method: @Sendable (Log) -> Function = { log in
      log.calls.add()
      if log.calls.count < 3 { return { log.write($0) } }
      return { @MainActor in log.writeOnMainActor($0) }
    }
    let listening = receiver.listen(with: log, method) { $0.lines.append("end") }
    receiver.listen(with: other, method)
    (1...3).forEach(transmitter.broadcast)
    transmitter.finish()
    listening.dispose()
    await until { other.lines.values.count == 3 }

    #expect(log.lines.values == ["1"] && other.lines.values == ["1", "2", "3"])
  }

  @Test("a released owner hears no more")
  @MainActor func ownerGoes() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let lines: Heard<String>
    weak var gone: Log?
    let listening: Disposable
    do {
      let log = Log()
      (lines, gone) = (log.lines, log)
      listening = receiver.listen(with: log, Self.method)
      (1...3).forEach(transmitter.broadcast)
    }
    await until { gone == nil }
    transmitter.broadcast(4)

    #expect(gone == nil && listening.isDisposed && lines.values.first == "1")
  }
}
