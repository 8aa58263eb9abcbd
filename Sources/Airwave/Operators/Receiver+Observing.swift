import Observation

extension Receiver {
  /// Makes a receiver of what a closure reads from objects of the macro `@Observable`, and from variables.
  ///
  /// ```swift
  /// import AirwaveTesting
  /// import Observation
  ///
  /// @Observable @MainActor
  /// final class Model {
  ///   var title = "silence"
  ///   var count = 0
  /// }
  ///
  /// let (model, clock) = (Model(), ManualClock())
  /// Receiver.observing { "\(model.title) \(model.count)" }.listen { print($0) }
  /// (model.title, model.count) = ("a song", 1)
  /// await clock.settle()
  /// // silence 0
  /// // a song 1
  /// ```
  ///
  /// A listener hears the present value at once, on the main actor. After something that was read has changed, it hears
  /// the newest value in a later turn of the main actor: one value for all changes of a turn. A value that equals the
  /// one before is left out.
  ///
  /// The last value is always heard if it was set on the main actor, and that of a ``Variable`` and of a ``Derived``
  /// state if it was set on any thread. Observation tells of a change of any other object *before* the change, so that
  /// the last set of another thread may be missed.
  ///
  /// The closure runs for each listener, and its captures live as long as the listener. A closure that holds what it
  /// reads, such as `model`, keeps it alive until the listener has ended: add the listener to a bag, or listen with an
  /// owner. A closure that captures it weakly does not.
  ///
  /// - Parameter read: Reads the value, on the main actor. It should change nothing.
  /// - Returns: A receiver of the values. Add ``share(strategy:)`` if reading them is expensive.
  /// - Complexity: One call of `read`, and a registration for each object that it reads, for each value and listener.
  public static func observing(_ read: @escaping @MainActor () -> Value) -> Receiver<Value> where Value: Equatable {
    reading(read).skipRepeats()
  }

  /// Makes a receiver of what a closure reads, for values that are not compared.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (name, age) = (Variable("Ada"), Variable(36))
  /// Receiver.observing { (name.value, age.value) }.listen { print($0, $1) }
  /// age.value = 37
  /// await ManualClock().settle()
  /// // Ada 36
  /// // Ada 37
  /// ```
  ///
  /// A listener may hear a value that equals the one before. Otherwise it is the same as for `Equatable` values.
  ///
  /// - Parameter read: Reads the value, on the main actor. It should change nothing.
  /// - Returns: A receiver of the values. Add ``share(strategy:)`` if reading them is expensive.
  /// - Complexity: One call of `read`, and a registration for each object that it reads, for each value and listener.
  public static func observing(_ read: @escaping @MainActor () -> Value) -> Receiver<Value> {
    reading(read)
  }

  private static func reading(_ read: @escaping @MainActor () -> Value) -> Receiver<Value> {
    let read = ReleasedOnIsolation(read, MainActor.shared)
    // Without a common source: each listener has registrations of its own.
    return Receiver(
      Derivation(named: "observing(_:)") { sink in
        if sink.disposable.isPeek {
          if MainQueue.isCurrent { sink(MainActor.assumeIsolated { read.content() }) }
          return
        }
        let observer = Observer(read, sink)
        sink.disposable.whenEnded { [weak observer] in observer?.end() }
        onMainActor { observer.read() }
      }
    )
  }
}

/// A listener of what a closure reads.
///
/// ```
/// model ──▶ registration ──▶ Observer ──▶ closure ──▶ model
///                              ┊  └─────▶ sink ──▶ Disposable ┄┄▶ Observer
/// ```
///
/// Observation holds a registration, and with it the observer, until something that was read changes or is released. So
/// the listener lives as long as something that can call it. When it ends, the observer releases the closure and the
/// sink: what Observation still holds is empty.
private final class Observer<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `content` is used on the main actor only.
  private var content: (read: ReleasedOnIsolation<@MainActor () -> Value>, sink: Sink<Value>)?

  init(_ read: ReleasedOnIsolation<@MainActor () -> Value>, _ sink: Sink<Value>) { content = (read, sink) }

  @MainActor func read() {
    guard let (read, sink) = content, sink.isOpen else { return }
    // A registration that is made while another thread sets what was read is never removed: Observation calls it at
    // each later set. So the first call takes its content, or each call would make one more registration.
    let registration = Lock<Observer?>(self)
    let value = withObservationTracking(read.content) {
      guard let observer = registration.withLock({ exchange(&$0, with: nil) }) else { return }
      // Other objects than variables are not changed yet, and may change several times in this turn.
      hop(to: MainActor.shared, WorkObservation.observed { MainActor.assumeIsolated { observer.read() } })
    }
    if sink.isOpen { sink(value) }
  }

  /// Releases the sink, on the main actor, and the closure, unless the receiver holds it, too.
  func end() {
    // By an exchange: the release runs code of users, which may end the listener again.
    onMainActor { [self] in _ = exchange(&content, with: nil) }
  }
}
