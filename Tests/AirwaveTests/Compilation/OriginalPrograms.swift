#if os(Linux) || os(macOS)
/// Source written for the Receiver library, whose interface Airwave keeps. Only the import is changed.
enum OriginalPrograms {
  static let all = [
    Program(
      "pairs of each strategy, and counters",
      """
      func run() {
        let (transmitter, receiver) = Receiver<Int>.make()
        let (coldTransmitter, cold) = Receiver<Int>.make(with: .cold)
        let (_, warm) = Receiver<Int>.make(with: .warm(upTo: 2))
        let (_, hot) = Receiver<Int>.make(with: .hot)
        var called = 0

        receiver.listen { wave in called = called + wave }
        cold.listen { _ in called += 1 }
        for _ in 1...5 { warm.listen { called += $0 } }
        let disposable = hot.listen { wave in
          called += 1
          print(wave)
        }

        transmitter.broadcast(1)
        [1, 2, 3].forEach(coldTransmitter.broadcast)
        disposable.dispose()
        print(called)
      }
      """
    ),
    Program(
      "a script",
      """
      let (transmitter, receiver) = Receiver<Int>.make(with: .cold)
      var called = 0
      let disposable = receiver.listen { wave in called = called + 1 }
      transmitter.broadcast(1)
      disposable.dispose()
      print(called)
      """
    ),
    Program(
      "operators",
      """
      func run() {
        let (transmitter, receiver) = Receiver<Int>.make()
        let (optionalTransmitter, optionals) = Receiver<Int?>.make(with: .cold)
        var texts: [String] = []
        var calls = 0

        receiver.map(String.init).listen { texts.append($0) }
        receiver.map { $0 * 2 }.filter { $0 % 2 == 0 }.listen { wave in calls += wave }
        receiver.filter { value in
          calls += 1
          return value > 1
        }.listen { _ in calls += 1 }
        receiver.skip(count: 1).take(count: 2).listen { calls += $0 }
        receiver.skipRepeats().uniqueValues().listen { calls += $0 }
        optionals.skipNil().listen { calls += $0 }

        transmitter.broadcast(1)
        optionalTransmitter.broadcast(nil)
        print(texts, calls)
      }
      """
    ),
    Program(
      "old and new values",
      """
      func run() {
        let (transmitter, receiver) = Receiver<Int>.make()
        var heard: [(Int?, Int)] = []

        receiver.withPrevious().listen { heard.append(($0, $1)) }
        receiver.withPrevious().listen { previous, current in heard.append((previous, current)) }
        receiver.withPrevious().listen { pair in heard.append((pair.0, pair.1)) }
        receiver.withPrevious().listen { wave in
          let (previous, current) = wave
          heard.append((previous, current))
        }
        transmitter.broadcast(1)
      }
      """
    ),
    Program(
      "old and new values, with their type spelled out",
      """
      func run(_ receiver: Receiver<Int>) {
        let pairs: Receiver<(Int?, Int)> = receiver.withPrevious()
        pairs.listen { print($0, $1) }
      }
      """
    ),
    Program(
      "the parts of a pair as types",
      """
      class Sensor {
        private let transmitter: Receiver<Int>.Transmitter
        let receiver: Receiver<Int>
        var handlers: [Receiver<Int>.Handler] = []
        var onValue: Receiver<Int>.Handler?

        init(strategy: Receiver<Int>.Strategy) {
          (transmitter, receiver) = Receiver<Int>.make(with: strategy)
        }

        func start() -> Disposable {
          handlers.forEach { receiver.listen(to: $0) }
          if let onValue = onValue { receiver.listen(to: onValue) }
          var count = 0
          let handler: Receiver<Int>.Handler = { count += $0 }
          return receiver.listen(to: handler)
        }

        func keepsAll(_ strategy: Receiver<Int>.Strategy) -> Bool {
          switch strategy {
          case .cold: return true
          default: return false
          }
        }

        func add(_ handler: @escaping Receiver<Int>.Handler) {
          handlers.append(handler)
        }
      }
      """
    ),
    Program(
      "functions that are not Sendable",
      """
      class Screen {
        var text = ""

        func show(_ value: Int) { text = "\\(value)" }

        func run(_ receiver: Receiver<Int>, _ handle: @escaping (Int) -> Void, _ transform: @escaping (Int) -> String) {
          receiver.listen(to: handle)
          receiver.listen(to: show)
          receiver.listen { [weak self] in self?.text = transform($0) }
          receiver.map(transform).listen { self.text = $0 }
        }
      }
      """
    ),
    Program(
      "a controller with a bag",
      """
      class ViewController {
        private let disposeBag = DisposeBag()
        private var labels: [String] = []

        func viewDidLoad(_ receiver: Receiver<String>) {
          receiver.listen { [weak self] value in
            self?.labels.append(value)
          }.disposed(by: disposeBag)
          receiver.map { $0.count }.listen { count in
            self.labels.append("\\(count)")
          }.disposed(by: disposeBag)
        }
      }
      """
    ),
    Program(
      "classes as values",
      """
      class Event {
        var name = ""
      }

      class Item: Hashable {
        var id = 0
        static func == (a: Item, b: Item) -> Bool { a.id == b.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
      }

      class AppDelegate {
        private let (transmitter, receiver) = Receiver<Event>.make(with: .warm(upTo: 1))
        private let items = Receiver<Item>.make()

        func run() {
          let log = Event()
          receiver.listen { event in log.name = event.name }
          receiver.map { event in event.name }.listen { log.name += $0 }
          receiver.filter { $0 !== log }.withPrevious().listen { log.name = ($0?.name ?? "") + $1.name }
          receiver.skip(count: 1).take(count: 1).listen { log.name = $0.name }
          items.1.skipRepeats().uniqueValues().map { [$0] }.listen { log.name = "\\($0.count)" }
          transmitter.broadcast(log)
          items.0.broadcast(Item())
        }
      }
      """
    ),
    Program(
      "generic code",
      """
      class Store<State> {
        private let transmitter: Receiver<State>.Transmitter
        let receiver: Receiver<State>

        init() {
          (transmitter, receiver) = Receiver<State>.make(with: .warm(upTo: 1))
        }

        func send(_ state: State) { transmitter.broadcast(state) }
      }

      func log<T>(_ receiver: Receiver<T>) -> Disposable {
        receiver.listen { print($0) }
      }
      """
    ),
    Program(
      "extensions that name the parameter",
      """
      extension Receiver where Wave == Int {
        func doubled() -> Receiver<Wave> { map { $0 * 2 } }
      }

      extension Receiver where Wave: Collection {
        func counts() -> Receiver<Int> { map { $0.count } }
      }

      extension Receiver {
        func repeats(_ wave: Wave) -> Receiver<Bool> where Wave: Equatable { map { $0 == wave } }
      }

      func run(_ numbers: Receiver<Int>, _ texts: Receiver<String>) {
        numbers.doubled().listen { print($0) }
        texts.counts().listen { print($0) }
        texts.repeats("again").listen { print($0) }
      }
      """
    ),
    Program(
      "queues",
      """
      import Airwave
      import Dispatch

      func run() {
        let (transmitter, receiver) = Receiver<Int>.make()
        let queue = DispatchQueue(label: "queue")
        var called = 0
        receiver.listen { wave in
          DispatchQueue.main.async { called = called + wave }
        }
        for value in 1...5 { queue.async { transmitter.broadcast(value) } }
      }
      """
    ),
  ]
}
#endif
