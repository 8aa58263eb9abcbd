#if os(Linux) || os(macOS)
import Testing

/// A program that does not compile, and a part of its error message.
struct RejectedProgram: Sendable, CustomTestStringConvertible {
  let program: Program
  let reason: String

  var testDescription: String { program.testDescription }

  init(_ title: String, because reason: String, _ body: String) {
    program = Program(title, body)
    self.reason = reason
  }
}

/// Programs with one mistake each.
enum RejectedPrograms {
  static let all = surface + sendability + isolation + actors

  private static let surface = [
    RejectedProgram(
      "a receiver without a transmitter",
      because: "'init()' is unavailable: use make(strategy:)",
      "let receiver = Receiver<Int>()"
    ),
    RejectedProgram(
      "a transmitter without a receiver",
      because: "'init()' is unavailable: use make(strategy:)",
      "let transmitter = Transmitter<Int>()"
    ),
    RejectedProgram(
      "a receiver of a sequence that can fail",
      because: "'receiver(strategy:)' is unavailable: the sequence can fail: use results(), which delivers the failure",
      "func run(_ parts: AsyncThrowingStream<Int, any Error>) { parts.receiver().listen { print($0) } }"
    ),
    RejectedProgram(
      "a receiver that is made of a sequence that can fail",
      because:
        "'init(_:strategy:)' is unavailable: the sequence can fail: use its results(), which deliver the failure",
      "func run(_ parts: AsyncThrowingStream<Int, any Error>) { _ = Receiver(parts) }"
    ),
    RejectedProgram(
      "a broadcast of another class",
      because: "'_phase' is inaccessible due to 'private' protection level",
      """
      @MainActor final class Lifecycle { @Broadcast var phase: Receiver<Int> }
      @MainActor func run(_ lifecycle: Lifecycle) { lifecycle._phase.broadcast(1) }
      """
    ),
    RejectedProgram(
      "a broadcast of another class through the receiver",
      because: "referencing instance method 'broadcast' requires wrapper 'Broadcast<Int>'",
      """
      @MainActor final class Lifecycle { @Broadcast var phase: Receiver<Int> }
      @MainActor func run(_ lifecycle: Lifecycle) { lifecycle.phase.broadcast(1) }
      """
    ),
    RejectedProgram(
      "a broadcast of another class through a projection",
      because: "value of type 'Lifecycle' has no member '$phase'",
      """
      @MainActor final class Lifecycle { @Broadcast var phase: Receiver<Int> }
      @MainActor func run(_ lifecycle: Lifecycle) { _ = lifecycle.$phase }
      """
    ),
    RejectedProgram(
      "another receiver for a wrapped pair",
      because: "cannot assign to property: 'phase' is a get-only property",
      """
      @MainActor final class Lifecycle { @Broadcast var phase: Receiver<Int> }
      @MainActor func run(_ lifecycle: Lifecycle) { lifecycle.phase = .never }
      """
    ),
    RejectedProgram(
      "a line of a bag that is no disposable",
      because: "cannot convert value of type '()' to expected argument type '[Disposable]'",
      "func run() -> DisposeBag { DisposeBag { print(1) } }"
    ),
    RejectedProgram(
      "variables as members of a set",
      because: "generic struct 'Set' requires that 'Variable<Int>' conform to 'Hashable'",
      "let variables = Set([Variable(1)])"
    ),
  ]

  private static let sendability = [
    RejectedProgram(
      "values that are not Sendable",
      because: "type 'Event' does not conform to the 'Sendable' protocol",
      """
      final class Event { var name = "" }
      _ = Receiver<Event>.make()
      """
    ),
    RejectedProgram(
      "results that are not Sendable",
      because: "type 'Event' does not conform to the 'Sendable' protocol",
      """
      final class Event { var name = "" }
      func run(_ receiver: Receiver<Int>) { _ = receiver.map { _ in Event() } }
      """
    ),
    RejectedProgram(
      "an owner that is not Sendable, without isolation",
      because: "call to actor-isolated instance method 'listen(with:isolation:_:onFinish:fileID:line:)'",
      """
      final class Log { var lines: [Int] = [] }
      func run(_ receiver: Receiver<Int>, _ log: Log) { receiver.listen(with: log) { $0.lines.append($1) } }
      """
    ),
    RejectedProgram(
      "an owner with a method that is not Sendable, without isolation",
      because: "'nil' is not compatible with expected argument type 'any Actor'",
      """
      final class Log { func write(_ line: Int) {} }
      func run(_ receiver: Receiver<Int>, _ log: Log) { receiver.listen(with: log, Log.write) }
      """
    ),
    RejectedProgram(
      "a binding to an object that is not Sendable, without isolation",
      because: "'nil' is not compatible with expected argument type 'any Actor'",
      """
      final class Label { var text = "" }
      func run(_ receiver: Receiver<String>, _ label: Label) { receiver.bind(to: \\.text, on: label) }
      """
    ),
    RejectedProgram(
      "a binding along a path that captures what is not Sendable, without isolation",
      because: "'nil' is not compatible with expected argument type 'any Actor'",
      """
      final class Key: Hashable {
        var name = ""
        static func == (left: Key, right: Key) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
      }
      final class Table: Sendable {
        subscript(key: Key) -> String {
          get { key.name }
          set { key.name = newValue }
        }
      }
      func run(_ receiver: Receiver<String>, _ table: Table, _ key: Key) { receiver.bind(to: \\.[key], on: table) }
      """
    ),
    RejectedProgram(
      "an author that is not Sendable",
      because: "type 'Editor' does not conform to the 'Sendable' protocol",
      """
      final class Editor { var name = "" }
      func run(_ transmitter: Transmitter<Signed<Int>>, _ editor: Editor) { transmitter.broadcast(1, from: editor) }
      """
    ),
    RejectedProgram(
      "an operator with a method of what is not Sendable",
      because: "converting non-Sendable function value to '@Sendable (Int) -> Int' may introduce data races",
      """
      final class Counter {
        var count = 0
        func next(_ value: Int) -> Int {
          count += value
          return count
        }
      }
      func run(_ receiver: Receiver<Int>, _ counter: Counter) { _ = receiver.map(counter.next) }
      """
    ),
    RejectedProgram(
      "a sequence that is not Sendable",
      because: "type 'Numbers' does not conform to the 'Sendable' protocol",
      """
      final class Numbers: AsyncSequence {
        struct Iterator: AsyncIteratorProtocol { func next() async -> Int? { nil } }
        func makeAsyncIterator() -> Iterator { Iterator() }
      }
      func run(_ numbers: Numbers) { _ = numbers.receiver() }
      """
    ),
    RejectedProgram(
      "a listener without isolation that changes a variable",
      because: "mutation of captured var 'sum' in concurrently-executing code",
      """
      func run(_ receiver: Receiver<Int>) {
        var sum = 0
        receiver.listen { sum += $0 }
      }
      """
    ),
    RejectedProgram(
      "a listener without isolation that captures what is not Sendable",
      because: "capture of 'log' with non-Sendable type 'Log'",
      """
      final class Log { var lines: [Int] = [] }
      func run(_ receiver: Receiver<Int>, _ log: Log) { receiver.listen { log.lines.append($0) } }
      """
    ),
  ]

  private static let isolation = [
    RejectedProgram(
      "an operator that changes a property of the main actor",
      because: "main actor-isolated property 'count' can not be mutated from a Sendable closure",
      """
      @MainActor final class ViewModel {
        var count = 0

        func run(_ receiver: Receiver<Int>) -> Receiver<Int> {
          receiver.map {
            self.count += 1
            return $0
          }
        }
      }
      """
    ),
    RejectedProgram(
      "an operator that calls a function of the main actor",
      because: "call to main actor-isolated global function 'describe' in a synchronous nonisolated context",
      """
      @MainActor func describe(_ value: Int) -> String { "" }
      @MainActor func run(_ receiver: Receiver<Int>) -> Receiver<String> { receiver.map { describe($0) } }
      """
    ),
    RejectedProgram(
      "a listener without isolation that changes a property of the main actor",
      because: "main actor-isolated property 'count' can not be mutated from a Sendable closure",
      """
      @MainActor final class ViewModel { var count = 0 }
      func run(_ receiver: Receiver<Int>, _ viewModel: ViewModel) { receiver.listen { viewModel.count += $0 } }
      """
    ),
    RejectedProgram(
      "an end without isolation that changes a property of the main actor",
      because: "main actor-isolated property 'isOver' can not be mutated from a Sendable closure",
      """
      @MainActor final class ViewModel { var isOver = false }
      func run(_ receiver: Receiver<Int>, _ viewModel: ViewModel) {
        receiver.listen { _ in } onFinish: { viewModel.isOver = true }
      }
      """
    ),
    RejectedProgram(
      "an operator that changes a property of the actor that it is written in",
      because: "actor-isolated property 'count' can not be mutated from a Sendable closure",
      """
      actor Counter {
        var count = 0

        func run(_ receiver: Receiver<Int>) -> Receiver<Int> {
          receiver.filter {
            self.count += 1
            return $0 > 0
          }
        }
      }
      """
    ),
    RejectedProgram(
      "a listener of the main actor that changes a property of another actor",
      because: "actor-isolated property 'count' can not be mutated from the main actor",
      """
      actor Counter { var count = 0 }
      @MainActor func run(_ receiver: Receiver<Int>, _ counter: Counter) { receiver.listen { counter.count += $0 } }
      """
    ),
    RejectedProgram(
      "a binding without isolation to a property of the main actor",
      because: "cannot form key path to main actor-isolated property 'title'",
      """
      @MainActor final class ViewModel { var title = "" }
      func run(_ receiver: Receiver<String>, _ viewModel: ViewModel) { receiver.bind(to: \\.title, on: viewModel) }
      """
    ),
  ]
}
#endif
