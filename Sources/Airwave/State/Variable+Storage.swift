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
  /// Each set is passed to `set`. Then `get` reads back what is stored, and that is what listeners, bonds and observers
  /// have: the value that was set, or another one if `set` changes it, or the former value if `set` throws. What could
  /// not be stored is heard on ``failures``. The calls of `set` are made one at a time, in the order of the sets. A set
  /// that is made while listeners are being called is passed on when its turn comes: until then, ``value`` is the value
  /// that was set.
  ///
  /// If other code writes to the storage, ``value`` is what it wrote, but listeners are not called until you call
  /// ``rebroadcast()``, and ``withValue(_:)`` does not notice a write that happens while it runs.
  ///
  /// If a set comes from a bond, and another value is stored, the bond carries that value back. Values of a type that
  /// is not `Equatable` are carried back only if `set` has thrown. If two bonded storages accept no common value, each
  /// keeps its own.
  ///
  /// - Parameters:
  ///   - get: Reads the value, on any thread: once after each set, and when the variable is read.
  ///   - set: Writes the value, on any thread, one call at a time. It throws if it cannot write the value.
  ///   - name: The name of the variable in the inspector, as in ``Receiver/make(strategy:name:fileID:line:)``.
  ///   - fileID: The file that the inspector shows. Omit this argument.
  ///   - line: The line that the inspector shows. Omit this argument.
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
    self.init(value, storage, setting: Transmitter(to: channel, keeping: sets), receiver)
    // The listener holds no variable, so that releasing the variable finishes the pair of its sets, and with it this
    // listener and the pair of the variable.
    let pass = { @Sendable [content, observers, number] (value: Value) in
      let outcome = storage.store(value)
      let replaced = content.withLock { storage.count(outcome, in: &$0, of: number) }
      if let failure = outcome.failure { storage.report(failure) }
      output.broadcast(outcome.stored)
      // A set that had to wait has told the observers before it was stored.
      if !outcome.isKnownToBeSame { observers.notify() }
      storage.complete()
      _ = consume replaced
    }
    _ = sets.listen(on: nil, pass, disposable: Disposable())
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
  /// deinitialized. That of a variable without a storage sends nothing, and has finished. A field that
  /// ``variable(at:)`` has made reports the failures of the variable that contains it.
  ///
  /// A listener that sets the variable again, to the same value, calls `set` without end if each call throws. Try again
  /// after a pause: see ``Receiver/delay(for:clock:)``.
  public var failures: Receiver<StorageFailure<Value>> {
    switch elsewhere {
    case nil: .empty
    case .storage(let storage): storage.failures
    case .document(let field): field.failures()
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
  /// Call it before a program ends. A set is stored when it returns, unless another thread or an outer call is
  /// delivering values of the variable: then that call stores it. A set that is made while this waits is not waited
  /// for. A canceled task waits, too. A variable without a storage returns at once.
  ///
  /// - Complexity: O(1) for each call, besides the time for which it waits.
  public func stored() async {
    switch elsewhere {
    case nil:
      return
    case .document(let field):
      await field.stored()
    case .storage(let storage):
      await withUnsafeContinuation { waiter in
        if content.withLock({ storage.wait(waiter, for: $0) }) { waiter.resume() }
      }
    }
  }
}
