/// Lets the connections of a source exist one at a time: none begins before the one before it has ended.
///
/// No thread waits for another. If a connection is to begin while the one before it is ending, it begins later: in a
/// task, because the thread that ends the other connection may hold locks that the code of the new one takes, and must
/// not run the listeners of others (Contract 4). If that thread itself asks for the new connection, from inside the
/// code that ends the other one, it also begins the new one.
@usableFromInline final class SerialConnections: Sendable {
  /// A connection that is to begin.
  private struct Waiting: Sendable {
    let listener: Disposable
    let thread = currentThread
    let begin: Step
  }

  /// The connections that are to begin later, or nil if no connection exists.
  private let waiting = Lock<[Waiting]?>(nil)

  @usableFromInline init() {}

  /// Begins a connection: now if no other exists, or else after the others have ended, unless its listener ends before.
  @usableFromInline func begin(for listener: Disposable, _ begin: @escaping () -> Void) {
    // One thread at a time uses the closure: this one or, later, the one that begins the connection.
    let connection = Waiting(listener: listener, begin: Step(begin))
    let (isFirst, former) = waiting.withLock { waiting -> (Bool, [Waiting]) in
      guard let former = waiting else {
        waiting = []
        return (true, [])
      }
      // Those that have ended meanwhile are forgotten, so that few wait however many come and go.
      waiting = former.filter { $0.listener.isLive } + [connection]
      return (false, former)
    }
    // What the forgotten ones have captured is released here, outside of the lock.
    withExtendedLifetime(former) { if isFirst { begin() } }
  }

  /// Called by the thread that has ended the connection.
  @usableFromInline func end() {
    while let next = next() {
      guard next.listener.isLive else { continue }
      let begin = WorkObservation.observed { next.begin.run() }
      if next.thread == currentThread { OwnListenersOnly.run(next.begin.run) } else { Task.detached { begin() } }
      return
    }
  }

  private func next() -> Waiting? {
    waiting.withLock { connections in
      if connections?.isEmpty == false { return connections?.removeFirst() }
      connections = nil
      return nil
    }
  }
}
