import TestSupport
import Testing

/// The longest wait of a test, as of all modules.
let patience = timeLimit

extension Trait where Self == TimeLimitTrait {
  /// The time limit of a suite whose tests take seconds. It ends tests that would never return.
  static var patient: Self { .timeLimit(.minutes(10)) }
}
