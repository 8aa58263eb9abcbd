/// A library, or a reference, that takes part in a workload.
public enum Contestant: String, Sendable, CaseIterable {
  /// The reference with which Airwave is compared, in most rows the floor. See ``Workload/reference``.
  case reference = "Reference"
  case airwave = "Airwave"
  case openCombine = "OpenCombine"
  /// The property wrapper of OpenCombine.
  case published = "@Published"
  case notificationCenter = "NotificationCenter"
  case observation = "Observation"
  case asyncStream = "AsyncStream"
  case asyncChannel = "AsyncChannel"
  case share = "share()"

  /// Whether the contestant is another library.
  public var isPeer: Bool { self != .reference && self != .airwave }
}

/// The implementation of a workload by a contestant. The measuring code calls the body to prepare it, then calls the
/// resulting closure with a number of repetitions.
///
/// The loop over the repetitions is inside the closure, so that calls of the measuring code are not measured.
public struct Entry {
  /// The body of an entry, by the isolation on which it runs.
  public enum Body {
    /// On any thread.
    case plain(() -> (Int) -> Void)
    /// On the main actor.
    case onMainActor(@MainActor () -> @MainActor (Int) -> Void)
    /// Asynchronously, away from the main actor.
    case asynchronous(@concurrent @Sendable (Int) async -> Void)
  }

  /// The contestant.
  public let contestant: Contestant
  /// The measured code.
  public let body: Body
  /// The number of operations in one repetition, if it differs from that of the workload: a slow peer does fewer, and
  /// one that takes long to prepare does several.
  public let operations: Int?

  init(_ contestant: Contestant, _ prepare: @escaping () -> (Int) -> Void) {
    self.init(contestant, .plain(prepare))
  }

  init(_ contestant: Contestant, operations: Int? = nil, _ body: Body) {
    self.contestant = contestant
    self.operations = operations
    self.body = body
  }
}
