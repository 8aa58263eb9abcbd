/// What a listener lives for, beside its pair: it ends when its owner is gone.
///
/// Listeners that an operator makes have the owner of the listener that they work for.
@usableFromInline
enum Owner: Sendable {
  /// It lives as long as the pair.
  case none
  /// It ends with an object.
  case object(WeakReference)
  /// It ends with an object that is not `Sendable`, which is looked up on its actor.
  case confined(ConfinedOwner)
  /// It works for the listeners of another channel, and ends with the last of them. Held weakly, for a channel notes its
  /// listeners with an owner for a while after they have ended.
  case listeners(of: WeakReference)

  var isNone: Bool { if case .none = self { true } else { false } }
}

/// The disposables of the listeners of a channel that have an owner. The owner of the channel's gate uses it.
///
/// Each listener that joins checks some of them, beginning where the one before it stopped: it removes those whose owner is
/// gone, until it has met two whose owner lives. So the cost is two checks a join, and one for each that is removed. With
/// one check a join, the cursor would follow the newcomers at the end for ever.
struct OwnedListeners {
  private var disposables: [Disposable] = []
  private var cursor = 0

  var count: Int { disposables.count }

  mutating func append(_ disposable: Disposable) {
    disposables.append(disposable)
  }

  /// Removes disposables that do not satisfy a predicate, until it has met two that do, or all.
  mutating func removeUnless(_ isLive: (Disposable) -> Bool) {
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
  /// For the owner of the gate: notes that a listener with an owner joins, and ends some of those whose owner is gone.
  func noteOwner(of disposable: Disposable) {
    owned.removeUnless(isLiveAfterLook)
    owned.append(disposable)
  }

  /// For the owner of the gate, if no listener lives as long as the pair: ends those whose owner is gone, until it has
  /// met two whose owner lives.
  @usableFromInline func sweep() {
    if owned.count >= listeners.count { owned.removeUnless(isLiveAfterLook) }
  }

  /// Ends a listener if its owner is gone.
  ///
  /// The object that a weak reference leads to may be released here for the last time. That is no different from what a listener
  /// may do: the caller owns the gate, and holds no lock.
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
