#if Inspector
extension Receiver {
  /// Listens while the inspector runs: counts and times the calls of the closure on its isolation.
  @usableFromInline
  func listenTimed(
    on isolation: (any Actor)?,
    _ handle: @escaping (Value) -> Void,
    onFinish: FinishHandler?,
    disposable: Disposable
  ) -> Disposable {
    let record = disposable.record
    record.timeAtClosure()
    attach(
      on: isolation,
      { value in
        // After the inspector was stopped, the clock is not read.
        if !Inspection.isRunning { return handle(value) }
        let stopwatch = Stopwatch()
        handle(value)
        let session = Inspection.session
        if session != 0 { record.add(stopwatch, in: session, atClosure: true) }
      },
      onFinish: onFinish,
      disposable: disposable
    )
    return disposable
  }
}
#endif
