#if os(Linux) || os(macOS)
import TestSupport
import Testing

@Suite("First guesses of users of other libraries", .inTurn)
struct GuessTests {
  private static let signature = """
    @MainActor func #(_ receiver: Receiver<Int>, _ other: Receiver<Int>, _ tracks: Receiver<Track>, \
    _ variable: Variable<Int>, _ transmitter: Transmitter<Int>, _ ticks: Transmitter<Void>, _ screen: Screen)
    """

  private func errors(of lines: [String]) throws -> [[Substring]] {
    try Compiler.diagnostics(of: lines, after: Guesses.preamble, in: Self.signature).map { diagnostics in
      diagnostics.filter { $0.contains(": error: ") }
    }
  }

  @Test("do not compile, and the message names the call of Airwave")
  func names() throws {
    for (guess, errors) in zip(Guesses.all, try errors(of: Guesses.all.map(\.code))) {
      #expect(errors.contains { $0.contains(guess.answer) }, "\(guess.code): \(errors)")
    }
  }

  @Test("compile, where the call is the same")
  func accepted() throws {
    for (line, errors) in zip(Guesses.accepted, try errors(of: Guesses.accepted)) {
      #expect(errors.isEmpty, "\(line): \(errors)")
    }
  }
}
#endif
