extension Receiver {
  /// Listens with a closure that awaits: calls it with every value, one call after the other.
  ///
  /// ```swift
  /// func save(_ text: String) async { print("saved \(text)") }
  ///
  /// let (texts, text) = Receiver<String>.make()
  /// let (ends, end) = Receiver<Void>.make(strategy: .warm(upTo: 1))
  /// text.listen { await save($0) } onFinish: { ends.broadcast() }
  ///
  /// ["one", "two"].forEach(texts.broadcast)
  /// texts.finish()
  /// _ = await end.first()
  /// // saved one
  /// // saved two
  /// ```
  ///
  /// The closure runs on the isolation in which it was written, as with `Task {}`, in a task for each call. The next
  /// call begins when the call before has returned. The values that arrive meanwhile wait, without a bound unless you
  /// set one. A closure without `await` takes the form that is called inside the broadcast:
  /// ``listen(to:onFinish:fileID:line:)``.
  ///
  /// ``Disposable/dispose()``, a bag, and ``Transmitter/removeAllListeners()`` cancel the running call, and release the
  /// values that wait. A call that ignores the cancellation goes on until it returns. If the pair finishes, all values
  /// that wait are handled, and then `onFinish` is called. The calls of two listeners have no order between them. The
  /// tasks inherit no priority and no task-local values from the broadcasting thread.
  ///
  /// - Parameters:
  ///   - policy: The values to keep while a call runs: all of them, or for example `.newest(1)`. With `.oldest(0)`, the
  ///     values that arrive during a call are dropped. A negative bound stops the program.
  ///   - handle: Called with each value. It can check `Task.isCancelled`. It must return, because the values wait for
  ///     it.
  ///   - onFinish: Called once, after the last call has returned, when no value follows. It is not called after
  ///     ``Disposable/dispose()``. It follows the same rule of isolation. Without isolation it runs on that of
  ///     `handle`.
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
  /// - Returns: A disposable that ends the listener.
  /// - Complexity: One task for each call; keeps the values that wait.
  @discardableResult
  public func listen(
    buffering policy: BufferingPolicy = .unbounded,
    @_inheritActorContext to handle: @escaping @Sendable @isolated(any) (Value) async -> Void,
    @_inheritActorContext onFinish: (@Sendable @isolated(any) () -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    calling(handle, buffering: policy, onFinish: onFinish).tracked(fileID, line)
  }

  /// Listens with a closure that awaits, on behalf of an object, until the object is deinitialized.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// @MainActor
  /// final class Document {
  ///   init(_ texts: Receiver<String>) {
  ///     texts.listen(with: self, buffering: .newest(1)) { document, text in await document.save(text) }
  ///   }
  ///
  ///   func save(_ text: String) async { print("saved \(text)") }
  /// }
  ///
  /// let (transmitter, texts) = Receiver<String>.make()
  /// let document = Document(texts)
  /// let clock = ManualClock()
  ///
  /// transmitter.broadcast("one")
  /// await clock.settle()
  /// withExtendedLifetime(document) { transmitter.broadcast("two") }
  /// await clock.settle()
  /// // saved one
  /// // saved two
  /// ```
  ///
  /// The object is retained for each call, and not between two calls. When it is deinitialized, the values that wait
  /// are released, even if no further value comes. Otherwise the listener behaves as that of
  /// ``listen(buffering:to:onFinish:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly between calls. The listener ends when the object is deinitialized.
  ///   - policy: The values to keep while a call runs. A negative bound stops the program.
  ///   - handle: Called with the owner and each value, on the isolation in which it was written.
  ///   - onFinish: Called once, with the owner, after the last call has returned, unless the owner no longer exists.
  ///     Otherwise as in ``listen(buffering:to:onFinish:fileID:line:)``.
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
  /// - Returns: A disposable that ends the listener earlier.
  /// - Complexity: One task for each call; keeps the values that wait.
  @discardableResult
  public func listen<Owner: AnyObject & Sendable>(
    with owner: Owner,
    buffering policy: BufferingPolicy = .unbounded,
    @_inheritActorContext _ handle: @escaping @Sendable @isolated(any) (Owner, Value) async -> Void,
    @_inheritActorContext onFinish: (@Sendable @isolated(any) (Owner) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    calling(handle, with: owner, buffering: policy, onFinish: onFinish).tracked(fileID, line)
  }

  /// Listens with a closure that awaits, and cancels the running call when a newer value arrives.
  ///
  /// ```swift
  /// func show(_ page: String) async {
  ///   if page == "one" { try? await Task.sleep(for: .seconds(3_600)) }
  ///   print(Task.isCancelled ? "\(page) was cancelled" : "\(page) is shown")
  /// }
  ///
  /// let (pages, page) = Receiver<String>.make()
  /// let (ends, end) = Receiver<Void>.make(strategy: .warm(upTo: 1))
  /// page.listenLatest { await show($0) } onFinish: { ends.broadcast() }
  ///
  /// ["one", "two"].forEach(pages.broadcast)
  /// pages.finish()
  /// _ = await end.first()
  /// // one was cancelled
  /// // two is shown
  /// ```
  ///
  /// The call for the newer value begins when the cancelled one has returned, so that two calls never run at the same
  /// time. Of the values that arrive meanwhile, the newest one is handled. Otherwise the listener behaves as that of
  /// ``listen(buffering:to:onFinish:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - handle: Called with a value, on the isolation in which it was written. If it is cancelled, it should return
  ///     soon.
  ///   - onFinish: Called once, after the last call has returned, as in
  ///     ``listen(buffering:to:onFinish:fileID:line:)``.
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
  /// - Returns: A disposable that ends the listener.
  /// - Complexity: One task for each call; keeps one value.
  @discardableResult
  public func listenLatest(
    @_inheritActorContext to handle: @escaping @Sendable @isolated(any) (Value) async -> Void,
    @_inheritActorContext onFinish: (@Sendable @isolated(any) () -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    calling(handle, buffering: .newest(1), cancelling: true, onFinish: onFinish).tracked(fileID, line)
  }

  /// Listens with a closure that awaits, on behalf of an object, and cancels the running call when a newer value
  /// arrives.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// @MainActor
  /// final class Screen {
  ///   init(_ pages: Receiver<String>) {
  ///     pages.listenLatest(with: self) { screen, page in await screen.show(page) }
  ///   }
  ///
  ///   func show(_ page: String) async { print("\(page) is shown") }
  /// }
  ///
  /// let (transmitter, pages) = Receiver<String>.make()
  /// let screen = Screen(pages)
  ///
  /// withExtendedLifetime(screen) { transmitter.broadcast("one") }
  /// await ManualClock().settle()
  /// // one is shown
  /// ```
  ///
  /// The object is retained for each call, as with ``listen(with:buffering:_:onFinish:fileID:line:)``. Otherwise the
  /// listener behaves as that of ``listenLatest(to:onFinish:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly between calls. The listener ends when the object is deinitialized.
  ///   - handle: Called with the owner and a value, on the isolation in which it was written.
  ///   - onFinish: Called once, with the owner, after the last call has returned, unless the owner no longer exists.
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
  /// - Returns: A disposable that ends the listener earlier.
  /// - Complexity: One task for each call; keeps one value.
  @discardableResult
  public func listenLatest<Owner: AnyObject & Sendable>(
    with owner: Owner,
    @_inheritActorContext _ handle: @escaping @Sendable @isolated(any) (Owner, Value) async -> Void,
    @_inheritActorContext onFinish: (@Sendable @isolated(any) (Owner) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    calling(handle, with: owner, buffering: .newest(1), cancelling: true, onFinish: onFinish).tracked(fileID, line)
  }

  /// Unavailable: a closure that throws, or the name of a function that runs on the isolation of its caller.
  @available(*, unavailable, message: "pass a closure, and handle a failure in it: do { } catch { }")
  @discardableResult
  public func listen(
    buffering policy: BufferingPolicy = .unbounded,
    to handle: (Value) async throws -> Void,
    onFinish: (() -> Void)? = nil
  ) -> Disposable { fatalError() }

  /// Unavailable: a closure that throws.
  @available(*, unavailable, message: "pass a closure, and handle a failure in it: do { } catch { }")
  @discardableResult
  public func listen<Owner: AnyObject>(
    with owner: Owner,
    buffering policy: BufferingPolicy = .unbounded,
    _ handle: (Owner, Value) async throws -> Void,
    onFinish: ((Owner) -> Void)? = nil
  ) -> Disposable { fatalError() }

  /// Unavailable: a method that awaits, or that throws.
  @available(*, unavailable, message: "pass a closure: { owner, value in await owner.save(value) }")
  @discardableResult
  public func listen<Owner: AnyObject>(
    with owner: Owner,
    buffering policy: BufferingPolicy = .unbounded,
    _ method: (Owner) -> (Value) async throws -> Void,
    onFinish: ((Owner) -> Void)? = nil
  ) -> Disposable { fatalError() }

  private func calling(
    _ handle: @escaping @Sendable @isolated(any) (Value) async -> Void,
    buffering policy: BufferingPolicy,
    cancelling cancels: Bool = false,
    onFinish: (@Sendable @isolated(any) () -> Void)?
  ) -> Disposable {
    let finish = onFinish.map { FinishHandler(on: $0.isolation ?? handle.isolation, erasingIsolation($0)) }
    let call = AwaitingCall<Value>(on: handle.isolation, of: Disposable()) { value, _ in await handle(value) }
    return listen(awaiting: call, buffering: policy, cancelling: cancels, onFinish: finish)
  }

  private func calling<Owner: AnyObject & Sendable>(
    _ handle: @escaping @Sendable @isolated(any) (Owner, Value) async -> Void,
    with owner: Owner,
    buffering policy: BufferingPolicy,
    cancelling cancels: Bool = false,
    onFinish: (@Sendable @isolated(any) (Owner) -> Void)?
  ) -> Disposable {
    let finish = onFinish.map {
      FinishHandler(on: $0.isolation ?? handle.isolation, with: owner, erasingIsolation($0))
    }
    let disposable = Disposable(owner: owner, on: handle.isolation)
    let call = AwaitingCall<Value>(on: handle.isolation, of: disposable) { [weak owner] value, _ in
      if let owner { await handle(owner, value) } else { disposable.dispose() }
    }
    return listen(awaiting: call, buffering: policy, cancelling: cancels, onFinish: finish).endingWithOwner()
  }

  private func listen(
    awaiting call: AwaitingCall<Value>,
    buffering policy: BufferingPolicy,
    cancelling cancels: Bool,
    onFinish: FinishHandler?
  ) -> Disposable {
    // The closure calls the inspector by itself, when a call begins.
    _ = instrument?.times(call.listener, on: call.isolation)
    let calls = working(named: nil, buffering: policy, cancelling: cancels) { await call($0, on: call.isolation) }
    calls.attach(calls.isolatedSink(on: nil, { _ in }, onFinish: onFinish, disposable: call.listener))
    return call.listener
  }
}

/// Calls the closure of a listener that awaits on its isolation.
private final class AwaitingCall<Value: Sendable>: Sendable {
  /// Isolated by a parameter, so that the owner of the listener is released on the isolation, too. A closure that is
  /// `nonisolated(nonsending)` would not return to it (Swift 6.3).
  typealias Call = (Value, isolated (any Actor)?) async -> Void

  let isolation: (any Actor)?
  let listener: Disposable
  private let call: ReleasedOnIsolation<Call>

  init(on isolation: (any Actor)?, of listener: Disposable, _ call: @escaping Call) {
    (self.isolation, self.listener) = (isolation, listener)
    self.call = ReleasedOnIsolation(call, isolation)
  }

  func callAsFunction(_ value: Value, on isolation: isolated (any Actor)?) async {
    // Asked on the isolation: after `dispose()` has returned there, the closure is not called (Contract 9).
    guard listener.isLive else { return }
    instrument?.call(listener) {}
    await call.content(value, isolation)
  }
}
