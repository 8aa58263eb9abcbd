#if os(Linux) || os(macOS)
extension AcceptedPrograms {
  /// Listeners on the main actor, on other actors, and without isolation.
  static let isolations = [
    Program(
      "a view model that listens with a weak self",
      """
      @MainActor final class ViewModel {
        private(set) var count = 0
        private(set) var isDone = false

        init(_ receiver: Receiver<Int>) {
          receiver.listen { [weak self] value in
            self?.count += value
          } onFinish: { [weak self] in
            self?.isDone = true
          }
        }
      }
      """
    ),
    Program(
      "a view model that listens as an object",
      """
      @MainActor final class ViewModel {
        private(set) var count = 0

        init(_ receiver: Receiver<Int>) {
          receiver.listen(with: self) { viewModel, value in viewModel.count += value }
          receiver.map { $0 * 2 }.listen(with: self) { $0.count += $1 }
        }
      }
      """
    ),
    Program(
      "a view model that listens with a method",
      """
      @MainActor final class ViewModel {
        private(set) var count = 0

        init(_ receiver: Receiver<Int>) {
          receiver.listen(with: self, ViewModel.handle)
        }

        func handle(_ value: Int) {
          count += value
        }
      }
      """
    ),
    Program(
      "a view model that listens through operators with closures",
      """
      nonisolated func describe(_ value: Int) -> String { "\\(value)" }

      @MainActor final class ViewModel {
        private(set) var text = ""
        private var listenings: [Disposable] = []

        init(_ receiver: Receiver<Int>, minimum: Int) {
          listenings.append(
            receiver.filter { $0 > minimum }.skipRepeats { $0 == $1 }.map(describe).listen { [weak self] in self?.text = $0 }
          )
          receiver.take(while: { $0 < 9 }).scan("") { $0 + "\\($1)" }.listen { [weak self] in self?.text = $0 }
          receiver.map(String.init).listen { [weak self] text in self?.text = text }
        }
      }
      """
    ),
    Program(
      "a view model with derived states, and listeners of what it reads",
      """
      import Observation

      @MainActor final class ViewModel {
        @Variable var first = ""
        @Variable var count = 0
        @Derived var label: String
        @Derived var pair: (String, Int)
        private(set) var shown = ""

        init() {
          _label = Derived(_first, _count) { "\\($0) \\($1)" }
          _pair = Derived(_first, _count) { ($0, $1) }
          $label.listen { [weak self] in self?.shown = $0 }
          $label.bind(to: \\.shown, on: self)
          Receiver.observing { [weak self] in self?.count ?? 0 }.listen(with: self) { $0.shown = "\\($1)" }
        }

        var readable: any Readable<Int> { _count }
        func sum(_ other: any Readable<Int>) -> Derived<Int> { Derived(readable, other) { $0 + $1 } }
      }

      @Observable @MainActor final class Model { var title = "" }

      @MainActor func show(_ model: Model) {
        Receiver.observing { model.title }.listen { model.title = $0 }
        Receiver.observing { (model.title, model.title.count) }.listen { _, count in model.title = "\\(count)" }
      }

      nonisolated func listen(_ state: Derived<String>) { state.receiver.listen { print($0) } }
      """
    ),
    Program(
      "functions of the main actor",
      """
      @MainActor func render(_ value: Int) {}
      @MainActor func end() {}

      @MainActor class ViewModel {
        private(set) var count = 0

        func start(_ receiver: Receiver<Int>) {
          receiver.listen(to: render, onFinish: end)
          receiver.listen(to: handle)
          receiver.listen { render($0) } onFinish: { end() }
        }

        nonisolated func startAnywhere(_ receiver: Receiver<Int>) {
          receiver.listen { @MainActor [weak self] in self?.count += $0 }
          receiver.listen(with: self) { @MainActor viewModel, value in viewModel.count += value }
          receiver.listen(with: self, ViewModel.handle)
        }

        func handle(_ value: Int) {
          count += value
        }
      }

      @MainActor protocol Screen: AnyObject {
        func show(_ value: Int)
      }

      @MainActor func present(on screen: any Screen, _ receiver: Receiver<Int>) {
        receiver.listen { [weak screen] in screen?.show($0) }
      }
      """
    ),
    Program(
      "an actor that listens",
      """
      actor Counter {
        private var count = 0

        func listen(to receiver: Receiver<Int>) -> Disposable {
          receiver.listen(with: self) { counter, value in counter.count += value }
          receiver.listen(with: self) { $0.add($1) }
          return receiver.listen { self.count += $0 } onFinish: { self.count = 0 }
        }

        private func add(_ value: Int) {
          count += value
        }
      }
      """
    ),
    Program(
      "a class on a global actor of its own",
      """
      @globalActor public actor StorageActor {
        public static let shared = StorageActor()
      }

      @StorageActor final class Storage {
        private var values: [Int] = []

        init(_ receiver: Receiver<Int>) {
          receiver.listen { [weak self] in self?.values.append($0) }
          receiver.listen(with: self) { storage, value in storage.values.append(value) }
          receiver.listen(with: self, Storage.keep)
        }

        func keep(_ value: Int) {
          values.append(value)
        }
      }
      """
    ),
    Program(
      "a class without isolation",
      """
      nonisolated final class Log: Sendable {
        init(_ receiver: Receiver<String>) {
          receiver.listen { [weak self] in self?.write($0) }
          receiver.listen(with: self) { log, line in log.write(line) }
          receiver.listen(with: self, Log.write)
        }

        func write(_ line: String) {
          print(line)
        }
      }
      """
    ),
    Program(
      "an application delegate of the main actor",
      """
      import Foundation
      import Airwave

      @MainActor class AppDelegate: NSObject {
        private let lifecycle = Receiver<String>.make()
        private(set) var lines: [String] = []

        func didFinishLaunching() {
          lifecycle.receiver.listen(with: self) { delegate, line in delegate.lines.append(line) }
          lifecycle.transmitter.broadcast("launched")
        }
      }
      """
    ),
    Program(
      "broadcasts from tasks and actors",
      """
      nonisolated struct Downloader: Sendable {
        let transmitter: Transmitter<Int>

        func run() async {
          transmitter.broadcast(1)
          await withTaskGroup { group in
            for value in 0..<3 { group.addTask { transmitter.broadcast(value) } }
          }
        }
      }

      actor Worker {
        private let transmitter: Transmitter<Int>
        nonisolated let progress: Receiver<Int>

        init() {
          (transmitter, progress) = Receiver<Int>.make()
        }

        func work() {
          [1, 2].forEach(transmitter.broadcast)
          Task { [transmitter] in transmitter.broadcast(3) }
          Task.detached { [transmitter] in transmitter.broadcast(4) }
        }
      }
      """
    ),
    Program(
      "listeners in asynchronous functions",
      """
      nonisolated func observe(_ receiver: Receiver<Int>) async {
        let listening = receiver.listen { print($0) } onFinish: { print("the end") }
        await Task.yield()
        listening.dispose()
      }

      @MainActor func observeHere(_ receiver: Receiver<Int>) async -> Int {
        var sum = 0
        let listening = receiver.listen { sum += $0 }
        await Task.yield()
        listening.dispose()
        return sum
      }
      """
    ),
  ]

  static let methodOnInternalActor = Program(
    "a method on a global actor that is not public",
    """
    @globalActor actor StorageActor {
      static let shared = StorageActor()
    }

    @StorageActor final class Storage {
      init(_ receiver: Receiver<Int>) {
        receiver.listen(with: self, Storage.keep)
      }

      func keep(_ value: Int) {}
    }
    """
  )
}
#endif
