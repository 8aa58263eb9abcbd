/// What can be listened to in the model.
protocol ModelReceiver: AnyObject {
  func listen(_ ear: Ear)
  /// What a new listener would hear at once, and whether that ends it.
  var replayed: Outcome { get }
  var listenerCount: Int { get }
}

/// What is called by what it listens to.
final class Ear {
  let hear: (Ear, Int) -> Void
  /// Is called when there will be no more values.
  let end: (Ear) -> Void
  /// Disposes of the listener, because the transmitter removes it.
  let remove: () -> Void
  /// Is called once, when the ear leaves.
  var onLeave: (() -> Void)?
  private(set) var isLive = true
  var hasJoined = false
  var isMuted = false

  init(hear: @escaping (Ear, Int) -> Void, end: @escaping (Ear) -> Void, remove: @escaping () -> Void) {
    self.hear = hear
    self.end = end
    self.remove = remove
  }

  var isCallable: Bool { isLive && !isMuted }

  func leave() {
    isLive = false
    let leaving = onLeave
    onLeave = nil
    leaving?()
  }
}

/// Actions that are done one at a time: one that comes while another is done waits until those before it are done.
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
