import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a suite only with `EVERY_ORDER=1`: a conducted test takes the jobs of the whole process, so it runs beside no
  /// other tests.
  static var onRequest: Self {
    .enabled("a conducted test runs beside no others: EVERY_ORDER=1 swift test --filter EveryOrderTests") {
      ProcessInfo.processInfo.environment["EVERY_ORDER"] != nil
    }
  }
}
