/// What a listener lives for, beside its pair: it ends when its owner is gone.
///
/// Listeners that an operator makes have the owner of the listener that they work for.
@usableFromInline
enum Owner: Sendable {
  /// It lives as long as the pair.
  case none
  /// It ends with an object.
  case object(WeakReference)
  /// It works for the listeners of another channel, and ends with the last of them. Held weakly, for a channel notes its
  /// listeners with an owner for a while after they have ended.
  case listeners(of: WeakReference)

  var isNone: Bool { if case .none = self { true } else { false } }
}

/// The listeners of a channel that have an owner. The owner of the channel's gate uses it.
///
/// When they have doubled since the last look, and are 64 more, they are looked at: a constant share of the work of each
/// listener that joins. So those whose owner is gone outnumber the others by 64 at most when a listener joins.
struct OwnedListeners {
  private(set) var disposables: [Disposable] = []
  private var limit = Self.slack

  private static var slack: Int { 64 }

  /// Whether it is time to look before another listener is added.
  var isFull: Bool { disposables.count >= limit }

  mutating func append(_ disposable: Disposable) {
    disposables.append(disposable)
  }

  /// Replaces all by those that still live.
  mutating func replace(by live: [Disposable]) {
    disposables = live
    limit = 2 * live.count + Self.slack
  }
}

extension AnyChannel {
  /// For the owner of the gate: notes that a listener with an owner joins, and ends those whose owner is gone.
  func noteOwner(of disposable: Disposable) {
    if owned.isFull { owned.replace(by: owned.disposables.filter(isLiveAfterLook)) }
    owned.append(disposable)
  }

  /// For the owner of the gate, if no listener lives as long as the pair: ends those whose owner is gone, from the oldest to the
  /// first whose owner lives.
  @usableFromInline func sweepUntilLive() {
    if owned.disposables.count < listeners.count { return }
    let live = owned.disposables.drop { !isLiveAfterLook($0) }
    owned.replace(by: Array(live))
  }

  /// Ends a listener if its owner is gone.
  ///
  /// The object that a weak reference leads to may be released here for the last time. That is no different from what a listener
  /// may do: the caller owns the gate, and holds no lock.
  private func isLiveAfterLook(_ disposable: Disposable) -> Bool {
    guard disposable.registration.isLive else { return false }
    switch disposable.registration.owner {
    case .none:
      return true
    case .object(let reference):
      if reference.object != nil { return true }
      if let listener = listeners.remove(disposable) { remove(listener) }
      return false
    case .listeners(let reference):
      (reference.object as? AnyChannel)?.submit(Request(.sweep))
    }
    return disposable.registration.isLive
  }
}
