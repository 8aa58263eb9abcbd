#if Inspector
import Airwave
import AirwaveInspector
import Synchronization
import TestSupport
import Testing

/// The suites of the inspector. There is one inspector in a process, so one test at a time starts it.
@Suite("Inspection", .serialized, .inTurn, .disabled(if: InspectedTests.isActive))
enum InspectionTests {}

/// Keeps what the observer of the inspector hears of the pairs with a name.
final class Observed: InspectionObserver {
  private let lines = Heard<String>()

  /// Calls a function while the inspector runs, and returns what was heard.
  static func during(_ body: (Observed) throws -> Void) rethrows -> [String] {
    let observed = Observed()
    Inspection.start(observed)
    defer { Inspection.stop() }
    try body(observed)
    return observed.all
  }

  var all: [String] { lines.values }

  func heard<Value: Sendable>(_ value: Value, number: Int, from pair: PairRecord) {
    if let name = pair.name { lines.append("\(name) \(number): \(value)") }
  }

  func finished(_ pair: PairRecord) {
    if let name = pair.name { lines.append("\(name): finished") }
  }
}

extension Inspection {
  /// The record of the pair with a name.
  static func pair(named name: String) -> PairRecord? { pairs.first { $0.name == name } }

  /// The listeners that joined a pair.
  static func listeners(of pair: PairRecord?) -> [ListenerRecord] { listeners.filter { $0.source == pair?.id } }
}
#endif
