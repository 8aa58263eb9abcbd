/// What happens to a receiver that waits for something else: the trigger.
@usableFromInline
enum TriggeredEvent<Value: Sendable>: Sendable {
  case value(Value)
  case finish
  case trigger
  case triggerFinish
}
