import AirwaveNATS

/// Sends numbers from 0 on, in bursts, until the process is asked to end.
struct Sender {
  /// How many numbers may wait for their acknowledgments, so that an outage does not fill the memory.
  private static let limit = 20_000

  private let log: Log

  init(_ log: Log) {
    self.log = log
  }

  /// - Parameters:
  ///   - broadcast: Sends a number, and does not wait.
  ///   - send: Sends a number, and waits until it is stored. Nil if there is no such function.
  func send(
    broadcast: (Int) -> Void,
    send: (@Sendable (Int) async throws -> NATSPosition)?
  ) async {
    var next = 0
    let waiting = Counter()
    while !End.isHere {
      let burst = Int.random(in: 1...(Int.random(in: 0..<20) == 0 ? 200 : 12))
      // Before the first of them is sent: what a process sends that is killed may be stored.
      log.write("sent \(next + burst)")
      for number in next..<next + burst {
        guard let send, number.isMultiple(of: 3), waiting.count < Self.limit else {
          broadcast(number)
          continue
        }
        waiting.add(1)
        // Begins at once, so that the numbers are sent in order.
        Task.immediate { [log] in
          do {
            log.write("stored \(number) \(try await send(number))")
          } catch {
            log.write("refused \(number) \(error)")
          }
          waiting.add(-1)
        }
      }
      next += burst
      try? await Task.sleep(for: .milliseconds(Int.random(in: 1...30)))
    }
    log.write("sent \(next) in all")
  }
}
