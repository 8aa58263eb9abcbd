#if Inspector
import AirwaveInspector
import Foundation
import Synchronization

/// Runs the tests of the library with the inspector, which must make no difference to them.
///
/// The variable `AIRWAVE_INSPECT` of the environment is `on`: the first test that makes a `Heard` starts the inspector.
/// Or it is `alternating`: a `Heard` starts the inspector, or stops it, while the tests beside it run. After this,
/// twenty times as long passes as it took, because another test may have a pair of a hundred thousand listeners.
package enum InspectedTests {
  private static let mode = ProcessInfo.processInfo.environment["AIRWAVE_INSPECT"]
  private static let count = Atomic<Int>(0)
  /// When the inspector may be started or stopped again. Nil while a thread does so.
  private static let next = Mutex<ContinuousClock.Instant?>(.now)

  /// Whether the tests run with the inspector. The tests of the inspector itself must then not run beside them.
  package static var isActive: Bool { mode != nil }

  package static func begin() {
    guard let mode else { return }
    let start = ContinuousClock.now
    let isMine = next.withLock { next in
      guard let instant = next, instant <= start else { return false }
      next = nil
      return true
    }
    if !isMine { return }
    defer { next.withLock { $0 = start + (ContinuousClock.now - start) * 20 } }
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    switch mode {
    case "on" where number == 0: Inspection.start(Observer())
    case "alternating": if number.isMultiple(of: 2) { Inspection.start(Observer()) } else { Inspection.stop() }
    default: break
    }
  }

  private struct Observer: InspectionObserver {
    func heard<Value: Sendable>(_ value: Value, number: Int, from pair: PairRecord) {
      precondition(number > 0 && pair.counts.listeners >= 0)
    }

    func finished(_ pair: PairRecord) {
      precondition(pair.counts.isFinished || pair.kind == .share)
    }
  }
}
#endif
