#if NATS
import Airwave
import AirwaveNATS
import Foundation
import Synchronization

/// The memory of the process while it sends many values to itself.
enum Memory {
  static func measure(_ count: Int, _ url: String) async throws {
    let network = try await NATSConnection.connect(to: [url])
    let (numbers, number) = try await network.make(Int.self, subject: "airwave-memory")
    Count.reset()
    number.listen { _ in Count.heard.add(1, ordering: .releasing) }
    network.failures.listen { _ in Count.failed.add(1, ordering: .relaxed) }
    for value in 0..<count {
      // Not more than the buffer holds.
      if value.isMultiple(of: 1_000) { Count.wait(for: value - 20_000, Count.heard) }
      if value.isMultiple(of: max(1, count / 10)) { print("\(value) values: \(kilobytes()) KB") }
      numbers.broadcast(value)
    }
    Count.wait(for: count, Count.heard)
    print("\(count) values: \(kilobytes()) KB, \(Count.failed.load(ordering: .relaxed)) failures")
    await network.close()
  }

  /// The memory that the process occupies, where the kernel tells.
  private static func kilobytes() -> Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
#endif
