#if os(Linux) || os(macOS)
/// Programs whose errors the article about compiler errors quotes. A search for the error message finds the article,
/// which shows the correct code.
enum ExplainedPrograms {
  /// Programs without default isolation.
  static let all = [
    RejectedProgram(
      "a weak self in an actor",
      because: "actor-isolated property 'count' can not be mutated from a Sendable closure",
      """
      actor Counter {
        private var count = 0
        func run(_ receiver: Receiver<Int>) { receiver.listen { [weak self] in self?.count += $0 } }
      }
      """
    ),
    RejectedProgram(
      "a weak self whose method is called in an actor",
      because: "call to actor-isolated instance method 'add' in a synchronous nonisolated context",
      """
      actor Counter {
        func run(_ receiver: Receiver<Int>) { receiver.listen { [weak self] in self?.add($0) } }
        private func add(_ value: Int) {}
      }
      """
    ),
    RejectedProgram(
      "an owner that is not Sendable, without isolation",
      because: "'nil' is not compatible with expected argument type 'any Actor'",
      """
      final class Log { func write(_ value: Int) {} }
      func run(_ receiver: Receiver<Int>, _ log: Log) { receiver.listen(with: log) { $0.write($1) } }
      """
    ),
    RejectedProgram(
      "a method of an owner that is not Sendable, without isolation",
      because: "call to actor-isolated instance method 'listen(with:isolation:_:onFinish:fileID:line:)' "
        + "in a synchronous nonisolated context",
      """
      final class Log { func write(_ value: Int) {} }
      func run(_ receiver: Receiver<Int>, _ log: Log) { receiver.listen(with: log, Log.write) }
      """
    ),
    RejectedProgram(
      "a target that is not Sendable, without isolation",
      because: "call to actor-isolated instance method 'bind(to:on:isolation:fileID:line:)' "
        + "in a synchronous nonisolated context",
      """
      final class Label { var text = "" }
      func run(_ receiver: Receiver<String>, _ label: Label) { receiver.bind(to: \\.text, on: label) }
      """
    ),
    RejectedProgram(
      "a variable in an observable class",
      because: "invalid redeclaration of synthesized property '_title'",
      """
      import Observation
      import Airwave

      @MainActor @Observable final class Player { @Variable var title = "" }
      """
    ),
    RejectedProgram(
      "a pair in one line of an observable class",
      because: "invalid redeclaration of synthesized property '_phase'",
      """
      import Observation
      import Airwave

      @MainActor @Observable final class Lifecycle { @Broadcast var phase: Receiver<Int> }
      """
    ),
    RejectedProgram(
      "a variable in a Sendable class",
      because: "stored property '_title' of 'Sendable'-conforming class 'Player' is mutable",
      "final class Player: Sendable { @Variable var title = \"\" }"
    ),
    RejectedProgram(
      "a pair in one line of a Sendable class",
      because: "stored property '_degrees' of 'Sendable'-conforming class 'Thermometer' is mutable",
      "final class Thermometer: Sendable { @Broadcast var degrees: Receiver<Int> }"
    ),
    RejectedProgram(
      "a broadcast in a callback on any thread",
      because: "main actor-isolated property '_degrees' can not be referenced from a Sendable closure",
      """
      @MainActor final class Thermometer {
        @Broadcast var degrees: Receiver<Int>
        func run(_ begin: (@escaping @Sendable (Int) -> Void) -> Void) { begin { self._degrees.broadcast($0) } }
      }
      """
    ),
    RejectedProgram(
      "a broadcast in a method without isolation",
      because: "main actor-isolated property '_degrees' can not be referenced from a nonisolated context",
      """
      @MainActor final class Thermometer {
        @Broadcast var degrees: Receiver<Int>
        nonisolated func didMeasure(_ value: Int) { _degrees.broadcast(value) }
      }
      """
    ),
  ]

  /// Programs with the main actor as default isolation.
  static let onMainActor = [
    RejectedProgram(
      "a nested type of events",
      because:
        "main actor-isolated conformance of 'Player.Event' to 'Equatable' cannot satisfy conformance requirement "
        + "for a 'Sendable' type parameter",
      """
      struct Player { enum Event: Equatable { case started, stopped } }
      func run(_ receiver: Receiver<Player.Event>) { _ = receiver.skipRepeats() }
      """
    ),
    RejectedProgram(
      "a nested type of events that is public",
      because: "type 'Player.Event' does not conform to the 'Sendable' protocol",
      """
      public final class Player { public nonisolated enum Event: Equatable { case started, stopped } }
      func run() { _ = Receiver<Player.Event>.make() }
      """
    ),
    RejectedProgram(
      "a key path that tells repeats",
      because: "type 'KeyPath<Song, String>' does not conform to the 'Sendable' protocol",
      """
      struct Song { var title = "" }
      func run(_ receiver: Receiver<Song>) { _ = receiver.skipRepeats(by: \\.title) }
      """
    ),
    RejectedProgram(
      "a key path in an operator",
      because: "converting non-Sendable function value to '@Sendable (Song) -> String' may introduce data races",
      """
      struct Song { var title = "" }
      func run(_ receiver: Receiver<Song>) { _ = receiver.map(\\.title) }
      """
    ),
    RejectedProgram(
      "a function at the top level as an operator",
      because:
        "converting function value of type '@MainActor @Sendable (Int) -> String' to '@Sendable (Int) -> String' "
        + "loses global actor 'MainActor'",
      """
      func describe(_ value: Int) -> String { "" }
      func run(_ receiver: Receiver<Int>) { _ = receiver.map(describe) }
      """
    ),
    RejectedProgram(
      "a function at the top level in an operator",
      because: "call to main actor-isolated global function 'describe' in a synchronous nonisolated context",
      """
      func describe(_ value: Int) -> String { "" }
      func run(_ receiver: Receiver<Int>) { _ = receiver.map { describe($0) } }
      """
    ),
    RejectedProgram(
      "an operator of one's own, called without isolation",
      because: "call to main actor-isolated instance method 'evens()' in a synchronous nonisolated context",
      """
      extension Receiver where Value == Int {
        func evens() -> Receiver<Int> { filter { $0.isMultiple(of: 2) } }
      }
      nonisolated func run(_ receiver: Receiver<Int>) { _ = receiver.evens() }
      """
    ),
  ]
}
#endif
