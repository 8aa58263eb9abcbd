#if os(Linux) || os(macOS)
extension AcceptedPrograms {
  /// Listeners with an owner. Owners may be told the end, and need not be `Sendable` in isolated code.
  static let owners = [
    Program(
      "owners that hear the end",
      """
      @MainActor final class ViewModel {
        private(set) var count = 0

        init(_ receiver: Receiver<Int>) {
          receiver.listen(with: self) { viewModel, value in
            viewModel.count += value
          } onFinish: { viewModel in
            viewModel.count = 0
          }
          receiver.listen(with: self, ViewModel.add) { viewModel in viewModel.count = 0 }
          receiver.listen(with: self) { $0.count += $1 } onFinish: { $0.count = 0 }
        }

        func add(_ value: Int) {
          count += value
        }
      }

      actor Counter {
        private var count = 0

        func listen(to receiver: Receiver<Int>) {
          receiver.listen(with: self) { counter, value in
            counter.count += value
          } onFinish: { counter in
            counter.count = 0
          }
        }
      }

      nonisolated final class Log: Sendable {
        init(_ receiver: Receiver<String>) {
          receiver.listen(with: self) { log, line in
            log.write(line)
          } onFinish: { log in
            log.write("the end")
          }
          receiver.listen(with: self, Log.write) { log in log.write("the end") }
        }

        func write(_ line: String) {
          print(line)
        }
      }
      """
    ),
    Program(
      "plain classes as owners and targets on the main actor",
      """
      nonisolated final class Log {
        var lines: [String] = []
        var last = ""
        var first: String?

        func write(_ line: String) {
          lines.append(line)
        }
      }

      @MainActor final class Screen {
        private let log = Log()
        private(set) var count = 0

        init(_ receiver: Receiver<String>) {
          receiver.listen(with: log) { log, line in log.write(line) }
          receiver.listen(with: log) { $0.lines.append($1) }
          receiver.listen(with: log) { [weak self] log, line in
            self?.count += 1
            log.write(line)
          } onFinish: { log in
            log.lines = []
          }
          receiver.listen(with: log, Log.write)
          receiver.listen(with: log, Log.write) { log in log.lines = [] }
          receiver.bind(to: \\.last, on: log)
          receiver.bind(to: \\.first, on: log)
          receiver.map(\\.count).bind(to: \\.count, on: self)
        }
      }

      @MainActor func listen<Owner: AnyObject>(_ receiver: Receiver<String>, with owner: Owner) -> Disposable {
        receiver.listen(with: owner) { _, line in print(line) }
      }
      """
    ),
    Program(
      "plain classes as owners and targets in actors",
      """
      nonisolated final class Log {
        var lines: [String] = []
        var last = ""

        func write(_ line: String) {
          lines.append(line)
        }
      }

      @globalActor actor StorageActor {
        static let shared = StorageActor()
      }

      @StorageActor final class Storage {
        private let log = Log()

        init(_ receiver: Receiver<String>) {
          receiver.listen(with: log) { log, line in log.write(line) }
          receiver.listen(with: log, Log.write)
          receiver.bind(to: \\.last, on: log)
        }
      }

      actor Desk {
        private let log = Log()
        private var count = 0

        func listen(to receiver: Receiver<String>) {
          receiver.listen(with: log) { log, line in
            log.write(line)
          } onFinish: { log in
            log.lines = []
          }
          receiver.listen(with: log) { log, line in
            self.count += 1
            log.write(line)
          }
          receiver.listen(with: log, Log.write)
          receiver.bind(to: \\.last, on: log)
        }
      }
      """
    ),
    Program(
      "objects that are Sendable as targets",
      """
      import Synchronization
      import Airwave

      nonisolated final class Label: Sendable {
        private let storage = Mutex("")
        var text: String {
          get { storage.withLock { $0 } }
          set { storage.withLock { $0 = newValue } }
        }
      }

      nonisolated func bind(_ receiver: Receiver<String>, to label: Label) {
        receiver.bind(to: \\.text, on: label)
      }

      @MainActor func bindHere(_ receiver: Receiver<String>, to label: Label) async {
        receiver.bind(to: \\.text, on: label)
      }
      """
    ),
  ]
}
#endif
