#if os(Linux) || os(macOS)
/// Source written for the original library that compiles in Swift 5 mode and not in Swift 6 mode, with the error that
/// the article about compiler errors quotes.
extension OriginalPrograms {
  static let rejectedInSwift6 = [
    RejectedProgram(
      "events that are objects",
      because: "type 'Event' does not conform to the 'Sendable' protocol",
      """
      final class Event { var name = "" }
      func run() { _ = Receiver<Event>.make() }
      """
    ),
    RejectedProgram(
      "a weak self in a class without isolation",
      because: "capture of 'self' with non-Sendable type 'Model?' in a '@Sendable' closure",
      """
      final class Model {
        private(set) var count = 0
        init(_ receiver: Receiver<Int>) { receiver.listen { [weak self] in self?.count = $0 } }
      }
      """
    ),
    RejectedProgram(
      "a listener that changes a local variable",
      because: "mutation of captured var 'sum' in concurrently-executing code",
      """
      func run(_ receiver: Receiver<Int>) {
        var sum = 0
        receiver.listen { sum += $0 }
      }
      """
    ),
    RejectedProgram(
      "an operator that changes a local variable",
      because: "mutation of captured var 'sum' in concurrently-executing code",
      """
      @MainActor func run(_ receiver: Receiver<Int>) {
        var sum = 0
        _ = receiver.filter {
          sum += $0
          return true
        }
      }
      """
    ),
    RejectedProgram(
      "a function of the main actor in an operator",
      because: "converting function value of type '@MainActor @Sendable (Int) -> String' "
        + "to '@Sendable (Int) -> String' loses global actor 'MainActor'",
      """
      @MainActor func show(_ value: Int) -> String { "" }
      func run(_ receiver: Receiver<Int>) { _ = receiver.map(show) }
      """
    ),
    RejectedProgram(
      "a listener that is a parameter",
      because: "passing non-Sendable parameter 'handle' to function expecting a '@Sendable' closure",
      """
      func run(_ receiver: Receiver<Int>, _ handle: @escaping (Int) -> Void) { receiver.listen(to: handle) }
      """
    ),
  ]
}
#endif
