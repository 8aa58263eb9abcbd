#if os(Linux) || os(macOS)
import Testing

@Suite("First guesses of users of other libraries")
struct GuessTests {
  private static let parameters = """
    _ receiver: Receiver<Int>, _ other: Receiver<Int>, _ tracks: Receiver<Track>, _ variable: Variable<Int>, \
    _ transmitter: Transmitter<Int>, _ ticks: Transmitter<Void>, _ screen: Screen
    """

  /// The errors of each line. Each line is the body of a function, so that the compiler checks all of them.
  private func errors(of lines: [String]) throws -> [[Substring]] {
    let functions = lines.enumerated().map { number, line in
      "@MainActor func guess\(number)(\(Self.parameters)) { \(line) }\n"
    }
    let first = Guesses.preamble.split(separator: "\n", omittingEmptySubsequences: false).count
    let output = try Compiler.compile(Guesses.preamble + functions.joined(), Settings.swift6.arguments)
    let errors = output.split(separator: "\n").filter { $0.contains(": error: ") }
    return lines.indices.map { number in errors.filter { $0.contains(":\(first + number):") } }
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
