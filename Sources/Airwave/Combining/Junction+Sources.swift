extension Junction {
  /// Listens to receivers in their order. The time that this takes is linear in their number.
  ///
  /// - Parameters:
  ///   - receivers: The receivers to listen to.
  ///   - event: Makes the event for a value of the receiver at an index.
  ///   - finish: Makes the event for the end of the receiver at an index.
  @inlinable
  func listen<Value>(
    toEach receivers: [Receiver<Value>],
    _ event: @escaping (_ index: Int, Value) -> Event,
    onFinish finish: (_ index: Int) -> Event
  ) {
    for (index, receiver) in receivers.enumerated() {
      listen(to: receiver, { event(index, $0) }, onFinish: finish(index))
    }
  }
}

/// An event of one of two sources: two receivers, or a receiver and what it begins or waits for, such as inner
/// receivers, tasks, a trigger and an alarm. It takes no allocation, unlike a `Step`.
///
/// One type serves all operators of two sources, because the compiler makes some four kilobytes of code for an
/// enumeration with generic payloads, which stay in a program that does not use them.
@usableFromInline
enum EventOfTwo<First: Sendable, Second: Sendable>: Sendable {
  case first(First)
  case second(Second)
  case firstFinish
  case secondFinish
}

/// An event of one of several receivers of the same type: a value, or the end if the value is nil.
@usableFromInline
typealias IndexedEvent<Value> = (index: Int, value: Value?)
