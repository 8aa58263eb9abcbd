import Airwave
import AirwaveNATS
import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Sends ten values, hears them, and ends when it is asked to.
@main
struct Relay {
  static func main() async throws {
    MetricsSystem.bootstrap(Recorder())
    let logger = Logger(label: "relay")
    let connection = try await NATSConnection.connect(to: [CommandLine.arguments[1]])
    let (numbers, number) = try await connection.make(Int.self, subject: "numbers")
    let group = ServiceGroup(
      services: [Network(connection: connection, logger: logger)],
      gracefulShutdownSignals: [.sigterm],
      logger: logger
    )
    number.filter { $0 == 10 }.listen { _ in
      Task { await group.triggerGracefulShutdown() }
    }
    let heard = number.collect(count: 10)
    heard.listen { print("heard \($0)") }
    (1...10).forEach(numbers.broadcast)
    try await group.run()
    print("gauges \(Recorder.labels.withLock { $0.sorted() })")
  }
}

/// The names of the gauges that were recorded, in place of a metrics backend.
struct Recorder: MetricsFactory {
  static let labels = Mutex<Set<String>>([])

  private final class Handler: CounterHandler, RecorderHandler, TimerHandler {
    private let label: String

    init(label: String) {
      self.label = label
    }

    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { Recorder.labels.withLock { _ = $0.insert(label) } }
    func increment(by amount: Int64) {}
    func reset() {}
    func recordNanoseconds(_ duration: Int64) {}
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { Handler(label: label) }
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    Handler(label: label)
  }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { Handler(label: label) }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
