/// An atomic operation of the library. The file `operations` says which.
enum Operation: Int, CaseIterable {
  // Gate.swift
  case gateIsQuiet, enterIfIdle, becomeOwner, enterLook, enter, pushLook, push, leave
  case takeRequests, isOwnedHere, isOffered, offerLook, offer, takeOverLook, takeOver
  // LockWord.swift
  case lock, unlock, lockLook, lockWait, isContended
  // Channel.swift
  case countJoin, peekBefore, peekAfter, performIsFinished, removalDone, finish, admitIsFinished
  // AnyChannel+HandingOver.swift
  case countPush, isFull, isPatient, countPerformed
  // AnyChannel.swift
  case currentCount, countSubmit, quietIsFinished, canCallRemovals, countLeave
  case leaveIsFinished, removal, countRemove
  // Disposable+Phase.swift
  case isLive, isSilent, hasEnded, slot, setSlot, attach, attachLook, close, silence, takeUpstream
  // ActorQueue.swift
  case isFree, post, drained
  // ObservationBridge.swift
  case observe, mark, mayExist
  // LamportTimestamp.swift
  case nextVariable
  // ListenerTracker.swift
  case addTracker, removeTracker, isInUse
  // Receiver+Working.swift
  case reach, isReached

  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

  init?(named name: Substring) {
    guard let operation = Self.named[String(name)] else { return nil }
    self = operation
  }
}
