public import Dispatch

extension Receiver {
  /// Forwards values on a dispatch queue.
  ///
  /// ```swift
  /// import Dispatch
  ///
  /// let queue = DispatchQueue(label: "work")
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let squares = receiver.receive(on: queue).map { number in
  ///   dispatchPrecondition(condition: .onQueue(queue))
  ///   return number * number
  /// }.values
  ///
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// for await square in squares { print(square) }
  /// // 1
  /// // 4
  /// // 9
  /// ```
  ///
  /// Values arrive in order and one at a time, also on a concurrent queue. The listeners of one pair on the same queue
  /// are called in the order in which they joined, for each value before the next. Values that have gathered arrive
  /// together, up to 512 in one block of the queue. For the main actor, or another actor, you need no operator: write
  /// the listener's closure there.
  ///
  /// - Parameter queue: The queue that runs the operators after this one, and a listener without isolation.
  /// - Returns: A receiver of the same values.
  /// - Complexity: O(1) for each value and listener. Keeps the values that the queue has not handled yet.
  public func receive(on queue: DispatchQueue) -> Receiver<Value> {
    receive(in: source?.actorQueues.queue(on: queue) ?? ActorQueue(on: .queue(queue)))
  }

  /// Forwards values in turns of a queue.
  func receive(in turns: ActorQueue) -> Receiver<Value> {
    deriving(of: turns, named: "receive(on:)") { [self] sink in
      if sink.disposable.isPeek { return attach(sink) }
      // The listener of the source ends as soon as the source finishes. The listener after this operator ends later,
      // on the queue.
      let source = sink.source { source in
        sink.disposable.whenEnded(source.dispose)
        let mailbox = Mailbox(in: turns, handle: sink.receive, onFinish: sink.finish, disposable: source)
        return (receive: mailbox.post, onFinish: mailbox.finish)
      }
      attach(source)
    }
  }
}
