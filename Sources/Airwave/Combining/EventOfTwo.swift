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
