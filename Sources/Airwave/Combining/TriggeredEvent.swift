/// An event of a receiver that waits for a trigger, or an event of that trigger.
@usableFromInline
enum TriggeredEvent<Value: Sendable>: Sendable {
  case value(Value)
  case finish
  case trigger
  case triggerFinish
}
