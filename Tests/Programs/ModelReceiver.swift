/// A receiver in the model.
protocol ModelReceiver: AnyObject {
  func listen(_ ear: Ear)
  /// The values that a new listener would hear at once, and whether they end the listener.
  var replayed: Outcome { get }
  var listenerCount: Int { get }
}

/// The sink of a branch in the model: the closures that its receiver calls.
final class Ear {
  let hear: (Ear, Int) -> Void
  /// Called when no value follows.
  let end: (Ear) -> Void
  /// Disposes of the listener, because the transmitter has removed it.
  let remove: () -> Void
  private let owner: ModelOwner
  /// Ends the listener, or its ear, because the owner is gone.
  private let endWithOwner: (Ear) -> Void
  /// Called once, when the ear leaves.
  var onLeave: (() -> Void)?
  private(set) var isLive = true
  var hasJoined = false

  init(
    hear: @escaping (Ear, Int) -> Void,
    end: @escaping (Ear) -> Void,
    remove: @escaping () -> Void,
    owner: ModelOwner,
    endWithOwner: @escaping (Ear) -> Void
  ) {
    self.hear = hear
    self.end = end
    self.remove = remove
    self.owner = owner
    self.endWithOwner = endWithOwner
  }

  /// Calls the ear with a value, unless it has ended. Ends it if its owner is gone.
  ///
  /// - Returns: Whether the ear was called.
  func hears(_ value: () -> Int) -> Bool {
    if isLive, owner.isGone { endWithOwner(self) }
    return isLive && owner.call { hear(self, value()) }
  }

  func leave() {
    isLive = false
    let leaving = onLeave
    onLeave = nil
    leaving?()
  }
}

/// A queue of actions, which are performed one at a time. An action that is added during another action waits for its
/// turn.
final class Turns {
  private var waiting: [() -> Void] = []
  private var isBusy = false

  func perform(_ action: @escaping () -> Void) {
    waiting.append(action)
    if isBusy { return }
    isBusy = true
    while !waiting.isEmpty { waiting.removeFirst()() }
    isBusy = false
  }
}
