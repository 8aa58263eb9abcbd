import Testing

/// The longest wait of a test. What a test waits for comes at once. The limit allows for a machine of two cores under a
/// load of twenty, where other tests keep all threads of the cooperative pool busy for minutes.
let patience = Duration.seconds(600)

extension Trait where Self == TimeLimitTrait {
  /// The time limit of a suite whose tests take seconds. It ends tests that would never return.
  static var patient: Self { .timeLimit(.minutes(30)) }
}
