/// The owner of a listener: the listener ends when its owner no longer exists.
///
/// A listener that an operator makes has the owner of the listener that it works for.
@usableFromInline
enum Owner: Sendable {
  /// No owner. The listener lives as long as the pair.
  case none
  /// The listener ends with an object.
  case object(WeakReference)
  /// The listener ends with an object that is not `Sendable`, and whose weak reference is loaded only on its actor.
  case confined(ConfinedOwner)
  /// The listener works for the listeners of another channel, and ends with the last of them. The reference is weak,
  /// because a channel keeps the disposables of listeners with an owner for a while after they have ended.
  case listeners(of: WeakReference)

  var isNone: Bool { if case .none = self { true } else { false } }
}

/// The disposables of a channel's listeners that have an owner. Only the owner of the channel's gate uses it.
///
/// When a listener joins, some of the disposables are checked, beginning where the last check stopped.
/// Disposables whose owner is gone are removed, until two have been found whose owner exists. A join therefore costs
/// two checks, and one for each disposable that is removed. With one check for each join, the cursor would never reach
/// the end of the array, because each join also appends a disposable.
final class OwnedListeners {
  @exclusivity(unchecked) private var disposables: [Disposable] = []
  @exclusivity(unchecked) private var cursor = 0

  var count: Int { disposables.count }

  func append(_ disposable: Disposable) {
    disposables.append(disposable)
  }

  /// Removes disposables that do not satisfy a predicate, until it has found two that do, or has checked all of them.
  func removeUnless(_ isLive: (Disposable) -> Bool) {
    var liveCount = 0
    while liveCount < min(2, disposables.count) {
      if cursor >= disposables.count { cursor = 0 }
      if isLive(disposables[cursor]) {
        cursor += 1
        liveCount += 1
        continue
      }
      disposables.swapAt(cursor, disposables.count - 1)
      disposables.removeLast()
    }
  }
}

extension AnyChannel {
  /// For the owner of the gate: ends some listeners whose owner is gone, and adds the disposable of a listener with an
  /// owner.
  func noteOwner(of disposable: Disposable?) {
    let owned = owned ?? OwnedListeners()
    self.owned = owned
    owned.removeUnless(isLiveAfterLook)
    if let disposable { owned.append(disposable) }
  }

  /// For the owner of the gate: ends listeners whose owner is gone, until it has found two whose owner exists. Does
  /// nothing if the table has more listeners than `owned` has disposables: one of the listeners then has no owner.
  @usableFromInline func sweep() {
    if let owned, owned.count >= listeners.count { owned.removeUnless(isLiveAfterLook) }
  }

  /// Ends a listener if its owner is gone.
  ///
  /// Loading the weak reference may release the owner for the last time, and run its `deinit`. This is allowed here, as
  /// it is in a listener: the caller owns the gate, and holds no lock.
  ///
  /// - Returns: Whether the listener is live.
  private func isLiveAfterLook(_ disposable: Disposable) -> Bool {
    guard disposable.isLive else { return false }
    switch disposable.owner {
    case .none:
      return true
    case .object(let reference):
      if reference.object != nil { return true }
      if let listener = listeners.remove(disposable) { remove(listener) }
      return false
    case .confined(let owner):
      owner.look()
    case .listeners(let reference):
      (reference.object as? AnyChannel)?.submit(Request(.sweep))
    }
    return disposable.isLive
  }
}
