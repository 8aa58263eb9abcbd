/// Who takes part in a workload.
public enum Contestant: String, Sendable, CaseIterable {
  /// What Airwave is held against: the floor, mostly; see ``Workload/reference``.
  case reference = "Reference"
  case airwave = "Airwave"
  case openCombine = "OpenCombine"
  case notificationCenter = "NotificationCenter"
  case observation = "Observation"
  case asyncStream = "AsyncStream"
  case asyncChannel = "AsyncChannel"
  case share = "share()"

  /// Whether it is another library.
  public var isPeer: Bool { self != .reference && self != .airwave }
}

/// How one contestant does a workload. Whoever measures prepares it, and calls the result with a number of repetitions.
///
/// The repetitions are a loop inside the closure, so that no call of the one who measures is measured.
public struct Entry {
  /// Where and how it wants to be run.
  public enum Body {
    /// On any thread.
    case plain(() -> (Int) -> Void)
    /// On the main actor.
    case onMainActor(@MainActor () -> @MainActor (Int) -> Void)
    /// Asynchronously, away from the main actor.
    case asynchronous(@concurrent @Sendable (Int) async -> Void)
  }

  /// Who does it.
  public let contestant: Contestant
  /// What is done.
  public let body: Body

  init(_ contestant: Contestant, _ prepare: @escaping () -> (Int) -> Void) {
    self.init(contestant, .plain(prepare))
  }

  init(_ contestant: Contestant, _ body: Body) {
    self.contestant = contestant
    self.body = body
  }
}
