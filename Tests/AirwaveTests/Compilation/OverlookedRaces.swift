#if os(Linux) || os(macOS)
import Testing

/// A data race that the compiler does not detect, in a program that uses Airwave and in a similar program without
/// Airwave.
struct OverlookedRace: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let withAirwave: Program
  let withoutAirwave: String

  init(_ title: String, _ withAirwave: String, withoutAirwave: String) {
    testDescription = title
    self.withAirwave = Program(title, withAirwave)
    self.withoutAirwave = withoutAirwave
  }
}

/// Data races in which the compiler misjudges the isolation of a function, of a capture or of a conformance. No
/// declaration of a library can prevent them: the second program of each pair has the same race without any library.
enum OverlookedRaces {
  static let all = [
    OverlookedRace(
      "a method of an actor is taken for a function without isolation",
      """
      actor Counter {
        var count = 0
        func add(_ value: Int) { count += value }
        func run(_ receiver: Receiver<Int>) { receiver.listen(to: add) }
      }
      """,
      withoutAirwave: """
        actor Counter {
          var count = 0
          func add(_ value: Int) { count += value }
          func run() {
            let function: @Sendable (Int) -> Void = add
            Task.detached { function(1) }
          }
        }
        """
    ),
    OverlookedRace(
      "an object that a closure of the main actor captured is sent away",
      """
      final class Log { var lines: [Int] = [] }
      @MainActor func run(_ receiver: Receiver<Int>) {
        let log = Log()
        receiver.listen { log.lines.append($0) }
        Task.detached { log.lines = [] }
      }
      """,
      withoutAirwave: """
        final class Log { var lines: [Int] = [] }
        @MainActor func run() {
          let log = Log()
          Task { log.lines.append(1) }
          Task.detached { log.lines = [] }
        }
        """
    ),
    OverlookedRace(
      "an object is captured by a closure of an actor that may be nil",
      """
      final class Log { var lines: [Int] = [] }
      func run(_ receiver: Receiver<Int>, _ isolation: isolated (any Actor)?) {
        let log = Log()
        receiver.listen {
          _ = isolation
          log.lines.append($0)
        }
        log.lines = []
      }
      """,
      withoutAirwave: """
        final class Log { var lines: [Int] = [] }
        func run(_ isolation: isolated (any Actor)?) {
          let log = Log()
          Task {
            _ = isolation
            log.lines.append(1)
          }
          log.lines = []
        }
        """
    ),
    OverlookedRace(
      "a comparison of the main actor is used in a conformance of a type whose parameter is Sendable",
      """
      @MainActor struct Event: @MainActor Equatable, Sendable { var name = "" }
      func run(_ left: Variable<Event>, _ right: Variable<Event>) -> Bool { left == right }
      """,
      withoutAirwave: """
        @MainActor struct Event: @MainActor Equatable, Sendable { var name = "" }
        struct Box<Value: Sendable>: Sendable { let value: Value }
        extension Box: Equatable where Value: Equatable {
          static func == (left: Box, right: Box) -> Bool { left.value == right.value }
        }
        func run(_ left: Box<Event>, _ right: Box<Event>) -> Bool { left == right }
        """
    ),
    OverlookedRace(
      "a conformance of the main actor is used through an existential type that is Sendable",
      """
      @MainActor final class Page: @MainActor TextOutputStream {
        var text = ""
        func write(_ string: String) { text += string }
      }
      @MainActor func run(_ receiver: Receiver<Int>) {
        let page: any TextOutputStream & Sendable = Page()
        receiver.print(to: page).listen { _ in }
      }
      """,
      withoutAirwave: """
        @MainActor final class Page: @MainActor TextOutputStream {
          var text = ""
          func write(_ string: String) { text += string }
        }
        @MainActor func run() {
          let page: any TextOutputStream & Sendable = Page()
          Task.detached {
            var copy = page
            copy.write("")
          }
        }
        """
    ),
    OverlookedRace(
      "what a closure of the main actor captured is released with it on another thread, and its deinit runs there",
      """
      final class Count { var value = 0 }
      final class Probe {
        let count: Count
        init(_ count: Count) { self.count = count }
        deinit { count.value += 1 }
      }
      @MainActor func run(_ receiver: Receiver<Int>, _ count: Count) {
        let probe = Probe(count)
        let listening = receiver.listen { _ in withExtendedLifetime(probe) {} }
        Task.detached { listening.dispose() }
        count.value += 1
      }
      """,
      withoutAirwave: """
        final class Count { var value = 0 }
        final class Probe {
          let count: Count
          init(_ count: Count) { self.count = count }
          deinit { count.value += 1 }
        }
        final class Keeper: Sendable {
          let function: @MainActor @Sendable () -> Void
          init(_ function: @escaping @MainActor @Sendable () -> Void) { self.function = function }
        }
        @MainActor func run(_ count: Count) {
          let probe = Probe(count)
          let keeper = Keeper { withExtendedLifetime(probe) {} }
          Task.detached { withExtendedLifetime(keeper) {} }
          count.value += 1
        }
        """
    ),
  ]
}
#endif
