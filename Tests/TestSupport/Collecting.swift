package import Airwave

/// An event that a listener with an `onFinish` hears.
package enum Event<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value)
  case end
}

/// Listens to a receiver, and collects its values and its end.
@discardableResult
package func recordEvents<Value>(_ receiver: Receiver<Value>) -> (heard: Heard<Event<Value>>, listening: Disposable) {
  recordEvents(receiver) {
    .value($0)
  } end: {
    .end
  }
}

/// Listens to a receiver, and collects what two closures make of its values and of its end.
///
/// The recorder of AirwaveTesting does not tell what a closure makes of the end, such as its time.
package func recordEvents<Value, Event>(
  _ receiver: Receiver<Value>,
  _ event: @escaping @Sendable (Value) -> Event,
  end: @escaping @Sendable () -> Event
) -> (heard: Heard<Event>, listening: Disposable) {
  let heard = Heard<Event>()
  let listening = receiver.listen {
    heard.append(event($0))
  } onFinish: {
    heard.append(end())
  }
  return (heard, listening)
}
