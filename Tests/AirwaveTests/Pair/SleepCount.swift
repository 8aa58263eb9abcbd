import Foundation

private let statusPath = "/proc/thread-self/status"

/// Whether the system tells how often a thread has slept.
let isSleepCounted = FileManager.default.fileExists(atPath: statusPath)

/// The number of times that this thread has slept or waited. Zero where the system does not tell.
func sleepCount() -> Int {
  let status = (try? String(contentsOfFile: statusPath, encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
  return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
}
