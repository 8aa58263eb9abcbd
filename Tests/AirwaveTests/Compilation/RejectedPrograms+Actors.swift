#if os(Linux) || os(macOS)
extension RejectedPrograms {
  /// Programs that use the state of one actor on another actor.
  static let actors = confinement + conformances

  private static let confinement = [
    RejectedProgram(
      "an owner that belongs to another actor",
      because: "sending 'self.log' risks causing data races",
      """
      final class Log { var lines: [Int] = [] }
      @MainActor final class Screen {
        let log = Log()
        func run(_ receiver: Receiver<Int>, _ other: any Actor) async {
          await receiver.listen(with: log, isolation: other) { $0.lines.append($1) }
        }
      }
      """
    ),
    RejectedProgram(
      "a method of an owner that belongs to another actor",
      because: "sending 'self.log' risks causing data races",
      """
      final class Log { func write(_ line: Int) {} }
      actor Screen {
        let log = Log()
        func run(_ receiver: Receiver<Int>) async {
          await receiver.listen(with: log, isolation: MainActor.shared, Log.write)
        }
      }
      """
    ),
    RejectedProgram(
      "an owner that is sent to an actor, and used afterwards",
      because: "sending 'log' risks causing data races",
      """
      final class Log { var lines: [Int] = [] }
      func run(_ receiver: Receiver<Int>) async {
        let log = Log()
        await receiver.listen(with: log, isolation: MainActor.shared) { $0.lines.append($1) }
        log.lines = []
      }
      """
    ),
    RejectedProgram(
      "an owner that is used in an actor, and sent away",
      because: "passing closure as a 'sending' parameter risks causing data races",
      """
      final class Log { var lines: [Int] = [] }
      actor Screen {
        func run(_ receiver: Receiver<Int>) {
          let log = Log()
          receiver.listen(with: log) { $0.lines.append($1) }
          Task.detached { log.lines = [] }
        }
      }
      """
    ),
    RejectedProgram(
      "a closure for an actor that captures what belongs to another",
      because: "sending value of non-Sendable type '(Log, Int) -> ()' risks causing data races",
      """
      final class Log { var lines: [Int] = [] }
      actor Screen {
        let log = Log()
        func run(_ receiver: Receiver<Int>) async {
          await receiver.listen(with: Log(), isolation: MainActor.shared) { _, value in self.log.lines.append(value) }
        }
      }
      """
    ),
    RejectedProgram(
      "an owner of an actor with a closure of the main actor",
      because: "pattern that the region-based isolation checker does not understand",
      """
      final class Log { var lines: [Int] = [] }
      actor Screen {
        let log = Log()
        func run(_ receiver: Receiver<Int>) { receiver.listen(with: log) { @MainActor log, value in log.lines.append(value) } }
      }
      """
    ),
    RejectedProgram(
      "a binding on another actor to a property of the main actor",
      because: "sending value of non-Sendable type '() -> ReferenceWritableKeyPath<ViewModel, String>' risks",
      """
      @MainActor final class ViewModel {
        var title = ""
        func run(_ receiver: Receiver<String>, _ other: any Actor) async {
          await receiver.bind(to: \\.title, on: self, isolation: other)
        }
      }
      """
    ),
    RejectedProgram(
      "a binding on another actor to an optional property of the main actor",
      because: "sending value of non-Sendable type '() -> ReferenceWritableKeyPath<ViewModel, String?>' risks",
      """
      @MainActor final class ViewModel {
        var title: String?
        func run(_ receiver: Receiver<String>, _ other: any Actor) async {
          let path = \\ViewModel.title
          await receiver.bind(to: path, on: self, isolation: other)
        }
      }
      """
    ),
    RejectedProgram(
      "a binding on no actor to a property of the main actor",
      because: "type 'ReferenceWritableKeyPath<ViewModel, String>' does not conform to the 'Sendable' protocol",
      """
      @MainActor final class ViewModel {
        var title = ""
        func run(_ receiver: Receiver<String>) { receiver.bind(to: \\.title, on: self, isolation: nil) }
      }
      """
    ),
  ]

  private static let conformances = [
    RejectedProgram(
      "repeats by a comparison of the main actor",
      because: "main actor-isolated conformance of 'Event' to 'Equatable' cannot satisfy conformance requirement",
      """
      @MainActor struct Event: @MainActor Equatable, Sendable { var name = "" }
      @MainActor func run(_ receiver: Receiver<Event>) { _ = receiver.skipRepeats() }
      """
    ),
    RejectedProgram(
      "a selection by a comparison of the main actor",
      because: "main actor-isolated conformance of 'Event' to 'Equatable' cannot satisfy conformance requirement",
      """
      @MainActor struct Event: @MainActor Equatable, Sendable { var name = "" }
      @MainActor func run(_ receiver: Receiver<Event>) { _ = receiver.select(Event()) }
      """
    ),
    RejectedProgram(
      "unique values by a hash of the main actor",
      because: "main actor-isolated conformance of 'Event' to 'Hashable' cannot satisfy conformance requirement",
      """
      @MainActor struct Event: @MainActor Hashable, Sendable { var name = "" }
      @MainActor func run(_ receiver: Receiver<Event>) { _ = receiver.uniqueValues() }
      """
    ),
    RejectedProgram(
      "a sequence of the main actor",
      because: "main actor-isolated conformance of 'Numbers' to 'AsyncSequence' cannot satisfy conformance requirement",
      """
      @MainActor final class Numbers: @MainActor AsyncSequence {
        struct Iterator: AsyncIteratorProtocol { func next() async -> Int? { nil } }
        func makeAsyncIterator() -> Iterator { Iterator() }
      }
      @MainActor func run() { _ = Receiver(Numbers()) }
      """
    ),
    RejectedProgram(
      "a stream of the main actor",
      because: "main actor-isolated conformance of 'Page' to 'TextOutputStream' cannot satisfy conformance requirement",
      """
      @MainActor final class Page: @MainActor TextOutputStream {
        var text = ""
        func write(_ string: String) { text += string }
      }
      @MainActor func run(_ receiver: Receiver<Int>) { _ = receiver.print(to: Page()) }
      """
    ),
  ]
}
#endif
