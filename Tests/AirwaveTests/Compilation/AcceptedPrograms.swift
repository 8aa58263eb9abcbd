#if os(Linux) || os(macOS)
/// Programs that compile without a warning under every default isolation.
enum AcceptedPrograms {
  static let all = uses + isolations + owners + work + clocks

  private static let uses = [
    Program(
      "a script",
      """
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
      transmitter.broadcast(1)

      var sum = 0
      let listening = receiver.listen { sum += $0 }
      receiver.map { $0 * 2 }.filter { $0 > 2 }.listen { print($0) } onFinish: { print("the end") }
      [2, 3].forEach(transmitter.broadcast)
      listening.dispose()
      transmitter.finish()
      print(sum, receiver.replayed, receiver.latest ?? 0)
      """
    ),
    Program(
      "a listener of old and new values",
      """
      @MainActor final class ViewModel {
        private(set) var text = ""

        init(_ receiver: Receiver<Int>) {
          receiver.withPrevious().listen { [weak self] previous, current in self?.text = "\\(previous ?? 0) \\(current)" }
          receiver.withPrevious().listen { [weak self] in self?.text = "\\($0.previous ?? 0) \\($0.current)" }
          receiver.withPrevious().map { ($0 ?? 0) + $1 }.listen { print($0) }
        }
      }

      nonisolated func log(_ receiver: Receiver<Int>) {
        receiver.withPrevious().listen { previous, current in print(previous ?? 0, current) }
      }
      """
    ),
    Program(
      "events of an application",
      """
      nonisolated enum AppLifecycle: Equatable, Sendable {
        case didBecomeActive
        case didEnterBackground
        case didOpen(String)
      }

      final class AppDelegate {
        let lifecycle: Receiver<AppLifecycle>
        private let transmitter: Transmitter<AppLifecycle>

        init() {
          (transmitter, lifecycle) = Receiver<AppLifecycle>.make(strategy: .warm(upTo: 1))
        }

        func applicationDidBecomeActive() {
          transmitter.broadcast(.didBecomeActive)
        }

        func application(open address: String) {
          transmitter.broadcast(.didOpen(address))
        }
      }

      @MainActor final class ViewModel {
        private(set) var isActive = false
        private(set) var address = ""

        init(_ lifecycle: Receiver<AppLifecycle>) {
          lifecycle.select(.didBecomeActive).listen { [weak self] in self?.isActive = true }
          lifecycle.listen(with: self) { viewModel, event in
            switch event {
            case .didBecomeActive: viewModel.isActive = true
            case .didEnterBackground: viewModel.isActive = false
            case .didOpen(let address): viewModel.address = address
            }
          }
          lifecycle
            .compactMap { if case .didOpen(let address) = $0 { address } else { nil } }
            .skipRepeats()
            .listen { [weak self] in self?.address = $0 }
        }
      }
      """
    ),
    Program(
      "pairs in one line of a class, an actor and a structure",
      """
      nonisolated enum Phase { case active, background }

      nonisolated final class Sensor: Sendable {
        func begin(_ report: @escaping @Sendable (Int) -> Void) { report(1) }
      }

      @MainActor final class Lifecycle {
        @Broadcast(.warm(upTo: 1)) var phase: Receiver<Phase>
        @Broadcast private var taps: Receiver<Void>
        @Broadcast(.hot, name: "degrees") var degrees: Receiver<Int>

        func enter(_ phase: Phase) {
          _phase.broadcast(phase)
          _taps.broadcast()
          taps.listen { print("tap") }
        }

        func measure(_ sensor: Sensor) {
          sensor.begin { [transmitter = _degrees.transmitter] in transmitter.broadcast($0) }
          sensor.begin { [_degrees] in _degrees.broadcast($0) }
        }

        func end() { _phase.finish() }
      }

      actor Feed {
        @Broadcast(.cold) var items: Receiver<Int>
        func send(_ item: Int) { _items.broadcast(item) }
      }

      nonisolated struct Download {
        @Broadcast var progress: Receiver<Double>
        func report(_ progress: Double) { _progress.broadcast(progress) }
      }

      @MainActor func use(_ lifecycle: Lifecycle, _ feed: Feed) async {
        lifecycle.phase.listen { print($0) }
        await feed.items.listen { print($0) }
        Download().progress.listen { print($0) }
      }
      """
    ),
    Program(
      "a public class with a pair in one line",
      """
      public import Airwave

      @MainActor public final class Player {
        @Broadcast(.warm(upTo: 1)) public var volume: Receiver<Int>

        public init() {}

        public func louder() { _volume.broadcast(11) }
      }
      """
    ),
    Program(
      "an observable class with a pair in one line",
      """
      import Observation
      import Airwave

      @MainActor @Observable final class Player {
        @ObservationIgnored @Broadcast var events: Receiver<Int>
        var title = ""

        func play() { _events.broadcast(1) }
      }
      """
    ),
    Program(
      "a bag that lists its members",
      """
      @MainActor final class ViewController {
        private let bag = DisposeBag()
        private(set) var count = 0

        func appear(_ receiver: Receiver<Int>, _ others: [Receiver<Int>], _ optional: Receiver<Int>?, total: Variable<Int>) {
          bag.insert {
            receiver.listen { [weak self] in self?.count += $0 }
            receiver.listen(with: self) { controller, value in controller.count += value }
            receiver.bind(to: total)
            if others.isEmpty { receiver.listen { print($0) } } else { Disposable { print("gone") } }
            for other in others { other.listen { [weak self] in self?.count = $0 } }
            optional?.listen { print($0) }
            if #available(macOS 26, *) { Disposable { print("new") } }
          }
        }
      }

      actor Counter {
        private var count = 0
        private var bag: DisposeBag?

        func start(_ receiver: Receiver<Int>) {
          bag = DisposeBag {
            receiver.listen { self.count += $0 }
            receiver.listen(with: self) { counter, value in counter.count += value }
          }
        }
      }
      """
    ),
    Program(
      "a bag in a class",
      """
      @MainActor final class ViewController {
        private let bag = DisposeBag()
        private var token: ScopedDisposable?
        private(set) var count = 0

        func appear(_ receiver: Receiver<Int>) {
          receiver.listen { [weak self] in self?.count += $0 }.disposed(by: bag)
          bag.insert(receiver.listen { [weak self] in self?.count += $0 })
          bag.insert(Disposable { print("gone") })
          token = receiver.listen { [weak self] in self?.count += $0 }.scoped()
        }

        func disappear() {
          bag.dispose()
          token = nil
        }

        deinit {
          bag.dispose()
        }
      }
      """
    ),
    Program(
      "generic code, and public declarations",
      """
      public import Airwave

      public nonisolated final class Store<State: Sendable & Equatable>: Sendable {
        public let changes: Receiver<State>
        private let transmitter: Transmitter<State>

        public init(strategy: ReplayStrategy) {
          let pair = Receiver<State>.make(strategy: strategy)
          changes = pair.receiver.skipRepeats()
          transmitter = pair.transmitter
        }

        public func send(_ state: State) {
          transmitter.broadcast(state)
        }
      }

      extension Receiver {
        public nonisolated func evenOnes() -> Receiver<Value> where Value == Int {
          filter { $0.isMultiple(of: 2) }
        }
      }
      """
    ),
    Program(
      "a field of a variable",
      """
      nonisolated struct Document: Sendable {
        var title = ""
        var tags: [String] = []
      }

      @MainActor final class Editor {
        @Variable private(set) var document = Document()
        let title: Variable<String>

        init() {
          let document = Variable(Document())
          title = document.variable(at: \\.title)
          title.bond(with: Variable(""))
          title.receiver.skipRepeats().listen(with: self) { editor, title in editor.document.title = title }
          _document.variable(at: \\.tags).withValue { $0.append("new") }
        }
      }
      """
    ),
    Program(
      "values that are void, optional, tuples or functions",
      """
      let taps = Receiver<Void>.make()
      taps.receiver.listen { print("tap") }
      taps.transmitter.broadcast(())

      let names = Receiver<String?>.make(strategy: .cold)
      names.receiver.skipNil().listen { print($0) }
      names.receiver.replaceNil(with: "nobody").uniqueValues().listen { print($0) }
      names.transmitter.broadcast(nil)

      let points = Receiver<(x: Int, y: Int)>.make()
      points.receiver.listen { x, y in print(x, y) }
      points.transmitter.broadcast((x: 1, y: 2))

      let jobs = Receiver<@Sendable () -> Void>.make()
      jobs.receiver.listen { $0() }
      jobs.transmitter.broadcast { print("job") }
      """
    ),
  ]
}
#endif
