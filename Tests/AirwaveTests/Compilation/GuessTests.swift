#if os(Linux) || os(macOS)
import Testing

@Suite("First guesses of users of other libraries")
struct GuessTests {
  @Test("do not compile, and the message names the call of Airwave")
  func names() throws {
    let parameters = """
      _ receiver: Receiver<Int>, _ other: Receiver<Int>, _ tracks: Receiver<Track>, _ variable: Variable<Int>, \
      _ transmitter: Transmitter<Int>, _ ticks: Transmitter<Void>, _ screen: Screen
      """
    // One function for each guess, in a line of its own: the compiler checks all of them.
    let functions = Guesses.all.enumerated().map { number, guess in
      "@MainActor func guess\(number)(\(parameters)) { \(guess.code) }\n"
    }
    let first = Guesses.preamble.split(separator: "\n", omittingEmptySubsequences: false).count
    let output = try Compiler.compile(Guesses.preamble + functions.joined(), Settings.swift6.arguments)
    let lines = output.split(separator: "\n").filter { $0.contains(": error: ") }

    for (number, guess) in Guesses.all.enumerated() {
      let errors = lines.filter { $0.contains(":\(first + number):") }
      #expect(errors.contains { $0.contains(guess.answer) }, "\(guess.code): \(errors)")
    }
  }
}
#endif
