/// The place of a variable's value outside of the variable, and what became of the sets that were passed on to it.
///
/// The sets of such a variable are broadcast on a pair of their own, whose only listener writes each value, reads back
/// what is stored, and broadcasts that on the pair of the variable. So listeners, bonds, and the replay have what is
/// stored, and the calls are made one at a time.
@usableFromInline final class Storage<Value: Sendable>: Sendable {
  typealias Waiter = UnsafeContinuation<Void, Never>

  /// What became of a set. It is the same, as far as bonds are concerned, if the stored value is the one that was set.
  typealias Outcome = (stored: Value, failure: StorageFailure<Value>?, isSame: Bool, isKnownToBeSame: Bool)

  private struct Progress {
    /// The number of sets that were written or have failed, and were broadcast.
    var completed = 0
    /// Whether a set was written or has failed, and is being broadcast.
    var isBroadcasting = false
    /// The calls of `stored()` that wait, each for a number of completed sets. The numbers do not decrease.
    var waiters: [(Int, Waiter)] = []
    /// For each rebroadcast that waits among the sets, the number of sets before it. The numbers do not decrease.
    var rebroadcasts: [Int] = []
    /// Whether this storage has corrected a set since the last set that was no correction.
    var hasCorrected = false

    /// The number of sets made so far.
    func made(_ content: Variable<Value>.Content) -> Int {
      completed + content.waiting + (isBroadcasting ? 1 : 0)
    }
  }

  @usableFromInline let read: @Sendable () -> Value
  let failures: Receiver<StorageFailure<Value>>
  private let write: @Sendable (Value) throws -> Void
  let failed: Transmitter<StorageFailure<Value>>
  /// Taken while the lock of the variable's content is held, and not the other way round.
  private let progress = Lock(Progress())

  init(read: @escaping @Sendable () -> Value, write: @escaping @Sendable (Value) throws -> Void) {
    (self.read, self.write) = (read, write)
    (failed, failures) = Receiver.make()
  }

  /// The newest value of the variable and its timestamp.
  @inlinable @inline(__always) static func present(
    in content: Lock<Variable<Value>.Content>,
    _ read: () -> Value
  ) -> (value: Value, stamp: LamportTimestamp) {
    // The storage has an older value until every set is passed on.
    let (value, stamp, isWaiting) = content.withLock { ($0.value, $0.stamp, $0.waiting > 0) }
    return (isWaiting ? value : read(), stamp)
  }

  /// Writes a set, and reads back what is stored.
  func store(_ value: Value) -> Outcome {
    var failure: StorageFailure<Value>?
    do { try write(value) } catch { failure = StorageFailure(value: value, error: error) }
    let stored = read()
    let isEqual = areEqual(value, stored)
    // A failed write of a type that cannot be compared has changed the value, and a write that succeeded has not.
    return (stored: stored, failure: failure, isSame: isEqual ?? (failure == nil), isKnownToBeSame: isEqual == true)
  }

  /// Counts a set that was written or has failed. Called under the lock of the content.
  ///
  /// If no newer set waits, the content has what is stored: the same object that the replay keeps, so that a later set
  /// releases no object under the lock (Contract 5). If the storage has another value than the one that was set, that
  /// value gets a timestamp of its own, so that bonds carry it to the variables that have the set. Two storages that do
  /// not keep one value would correct each other for ever: so a storage corrects only one of the corrections that
  /// follow a set.
  ///
  /// - Returns: A value to release after unlocking.
  func count(_ outcome: Outcome, in content: inout Variable<Value>.Content, of number: Int) -> Value? {
    content.waiting -= 1
    progress.withLock { $0.isBroadcasting = true }
    if content.waiting > 0 { return nil }
    let mayCorrect = progress.withLock { progress in
      if !content.stamp.isCorrection { progress.hasCorrected = false }
      if outcome.isSame || progress.hasCorrected { return false }
      progress.hasCorrected = true
      return true
    }
    if mayCorrect { content.stamp = content.stamp.correction(in: number) }
    return exchange(&content.value, with: outcome.stored)
  }

  /// Notes that the next value on the pair of the sets was set before, and is only to be read and broadcast. Called
  /// under the lock of the content.
  func expectRebroadcast(after content: Variable<Value>.Content) {
    progress.withLock { $0.rebroadcasts.append($0.made(content)) }
  }

  /// Whether the value that the pair of the sets delivers now is that of a rebroadcast, which this forgets.
  func takeRebroadcast() -> Bool {
    progress.withLock { progress in
      guard progress.rebroadcasts.first == progress.completed else { return false }
      progress.rebroadcasts.removeFirst()
      return true
    }
  }

  /// Reads what is stored, for a rebroadcast. If other code has changed it, and no set waits, it becomes the present
  /// value, as if it were set.
  ///
  /// - Returns: What is stored, and a value to release.
  func refresh(_ content: Lock<Variable<Value>.Content>, of number: Int) -> (stored: Value, replaced: Value?) {
    let (told, stored) = (content.withLock { $0.value }, read())
    let isSame = areEqual(told, stored) == true
    let replaced = content.withLock { content -> Value? in
      if content.waiting > 0 { return nil }
      if !isSame { content.stamp = content.stamp.next(in: number) }
      return exchange(&content.value, with: stored)
    }
    return (stored, replaced)
  }

  /// Called after a set was broadcast. Resumes the calls of `stored()` that wait for it.
  func complete() {
    let resumed = progress.withLock { progress in
      progress.isBroadcasting = false
      progress.completed += 1
      let resumed = Array(progress.waiters.prefix { $0.0 <= progress.completed })
      progress.waiters.removeFirst(resumed.count)
      return resumed
    }
    for (_, waiter) in resumed { waiter.resume() }
  }

  /// Adds a waiter for all sets made so far. Called under the lock of the content.
  ///
  /// - Returns: Whether there is nothing to wait for.
  func wait(_ waiter: Waiter, for content: Variable<Value>.Content) -> Bool {
    progress.withLock { progress in
      let made = progress.made(content)
      if made > progress.completed { progress.waiters.append((made, waiter)) }
      return made == progress.completed
    }
  }
}

/// Whether two values are equal. Nil if their type is not `Equatable`, or if neither equals itself, as NaN.
private func areEqual<Value>(_ left: Value, _ right: Value) -> Bool? {
  func compare<Same: Equatable>(_ type: Same.Type) -> Bool? {
    guard let left = left as? Same, let right = right as? Same else { return nil }
    return left == right ? true : left != left && right != right ? nil : false
  }
  guard let type = Value.self as? any Equatable.Type else { return nil }
  return compare(type)
}

extension Variable {
  /// Makes a variable that keeps its value elsewhere.
  ///
  /// ```swift
  /// import Synchronization
  ///
  /// final class Settings: Sendable { let volume = Mutex(5) }
  ///
  /// let settings = Settings()
  /// let volume = Variable(
  ///   get: { settings.volume.withLock { $0 } },
  ///   set: { new in settings.volume.withLock { $0 = min(new, 10) } }
  /// )
  /// volume.value = 70
  /// print(volume.value, settings.volume.withLock { $0 })
  /// // 10 10
  /// ```
  ///
  /// Each set is passed to `set`. Then `get` reads back what is stored: the value that was set, or another one if `set`
  /// changes it, or the former value if `set` throws. Listeners, bonds and observers receive what `get` returns.
  /// ``failures`` reports what could not be stored. The calls of `set` are made one at a time, in the order of the
  /// sets. A set that is made while listeners are being called is passed on when its turn comes: until then, ``value``
  /// is the value that was set.
  ///
  /// `set` must have stored the value when it returns: what `get` returns then is carried to bonded variables, so that
  /// a bonded toggle would jump back for good. To write later, keep the value in memory, as <doc:SettingsInAFile> does.
  ///
  /// If other code writes to the storage, ``value`` is what it wrote, but listeners are not called until you call
  /// ``rebroadcast()``, which writes nothing. ``withValue(_:)`` and fields do not notice a write that happens while
  /// they run, and write over it. If `get` cannot read, and returns a default, they write that.
  ///
  /// If a set comes from a bond, and another value is stored, the bond carries that value back. A value that is equal
  /// is not another one, even if its content differs. Values of a type that is not `Equatable`, and those that do not
  /// equal themselves, as NaN, are carried back only if `set` has thrown. If two bonded storages accept no common
  /// value, each keeps its own.
  ///
  /// - Parameters:
  ///   - get: Reads the value, on any thread: once after each set, and when the variable is read.
  ///   - set: Writes the value, on any thread, one call at a time. It throws if it cannot write the value.
  ///   - name: The name of the variable in the inspector, as in ``Receiver/make(strategy:name:fileID:line:)``.
  ///   - fileID: The file that the inspector shows. Omit this argument and `line`.
  ///   - line: The line that the inspector shows.
  public convenience init(
    get: @escaping @Sendable () -> Value,
    set: @escaping @Sendable (Value) throws -> Void,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let value = get()
    let (output, receiver) = Self.makePair(name: name, fileID: fileID, line: line)
    output.broadcast(value)
    let (storage, channel) = (Storage(read: get, write: set), Channel<Value>(limit: 0))
    let sets = Receiver(channel)
    self.init(value, in: storage, setting: (Transmitter(to: channel, keeping: sets), receiver))
    // The listener holds no variable, so that releasing the variable finishes the pair of its sets, and with it this
    // listener and the pair of the variable.
    let pass = { @Sendable [content, observers, number] (value: Value) in
      if storage.takeRebroadcast() {
        let (stored, replaced) = storage.refresh(content, of: number)
        output.broadcast(stored)
        observers.notify()
        return withExtendedLifetime(replaced) {}
      }
      let outcome = storage.store(value)
      let replaced = content.withLock { storage.count(outcome, in: &$0, of: number) }
      if let failure = outcome.failure { storage.failed.broadcast(failure) }
      output.broadcast(outcome.stored)
      // A set that had to wait has told the observers before it was stored.
      if !outcome.isKnownToBeSame { observers.notify() }
      storage.complete()
      _ = consume replaced
    }
    _ = sets.listen(on: nil, pass)
  }

  /// What could not be stored: each value for which the closure `set` of ``init(get:set:name:fileID:line:)`` has
  /// thrown, with the error.
  ///
  /// ```swift
  /// import Synchronization
  ///
  /// struct Full: Error {}
  ///
  /// let disk = Mutex("draft")
  /// let note = Variable(
  ///   get: { disk.withLock { $0 } },
  ///   set: { new in
  ///     if new.count > 10 { throw Full() }
  ///     disk.withLock { $0 = new }
  ///   }
  /// )
  /// note.failures.listen { print("not stored: \($0.value), \($0.error)") }
  ///
  /// note.value = "a much longer note"
  /// print(note.value)
  /// // not stored: a much longer note, Full()
  /// // draft
  /// ```
  ///
  /// A failure is heard once ``value`` is the stored value again, or a newer set, and before the listeners of the
  /// variable hear the stored value. Failures are not replayed. The receiver finishes when the variable is
  /// deinitialized. A variable without a storage has a receiver that sends nothing and has finished. A field that
  /// ``variable(at:)`` has made reports the failures of the variable that contains it.
  ///
  /// A listener that sets the variable again, to the same value, calls `set` without end if each call throws. Try again
  /// after a pause: see ``Receiver/delay(for:clock:)``.
  public var failures: Receiver<StorageFailure<Value>> {
    switch elsewhere {
    case nil: .empty
    case .storage(let storage): storage.failures
    case .field(let field): field.failures()
    }
  }

  /// Returns when every set made so far is stored or has failed, and was broadcast: the listeners without isolation
  /// have heard it, unless another thread is calling a listener of the variable.
  ///
  /// ```swift
  /// import Synchronization
  ///
  /// let disk = Mutex(0)
  /// let count = Variable(get: { disk.withLock { $0 } }, set: { new in disk.withLock { $0 = new } })
  /// for number in 1...4 {
  ///   Task.detached { count.value = number }
  /// }
  ///
  /// count.value = 5
  /// await count.stored()
  /// ```
  ///
  /// Call it before a program ends. Usually a set is stored when it returns. If another thread, or a listener further
  /// out, is delivering values of the variable, that call stores it later. A set that is made while this waits is not
  /// waited for. A cancelled task waits, too. A variable without a storage returns at once.
  ///
  /// - Complexity: O(1) for each call, besides the time for which it waits.
  public func stored() async {
    switch elsewhere {
    case nil:
      return
    case .field(let field):
      await field.root.stored()
    case .storage(let storage):
      await withUnsafeContinuation { waiter in
        if content.withLock({ storage.wait(waiter, for: $0) }) { waiter.resume() }
      }
    }
  }
}
