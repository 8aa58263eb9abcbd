import AirwaveNATS
import Logging
import Metrics
import ServiceLifecycle

/// The connection as a service: it is closed, with everything acknowledged, when the process is asked to end.
struct Network: Service {
  let connection: NATSConnection
  let logger: Logger

  func run() async throws {
    log()
    await cancelWhenGracefulShutdown {
      await withTaskGroup { group in
        group.addTask { await measure() }
        // Ends with the connection, even when the server has closed it.
        group.addTask { for await _ in connection.state.values {} }
        await group.next()
        group.cancelAll()
      }
    }
    await connection.close()
  }

  /// Logs what changes, and what fails.
  private func log() {
    connection.state.listen { [logger] in logger.info("The network is \($0).") }
    connection.failures.listen { [logger] in logger.error("\($0)") }
  }

  /// Records the statistics, again and again until the task is cancelled.
  private func measure() async {
    let (waiting, lag) = (Gauge(label: "nats.waiting_bytes"), Gauge(label: "nats.lag"))
    let republished = Gauge(label: "nats.republished")
    while !Task.isCancelled {
      let statistics = connection.statistics
      waiting.record(statistics.waitingBytes)
      lag.record(statistics.lag)
      republished.record(statistics.republished)
      try? await Task.sleep(for: .milliseconds(100))
    }
  }
}
