public import Observation

/// A value that reports its changes.
///
/// ```swift
/// let name = Variable("Ada")
/// name.receiver.listen { print($0) }
///
/// name.value = "Grace"
/// print("now \(name.value)")
/// // Ada
/// // Grace
/// // now Grace
/// ```
///
/// As a property wrapper it gives a property a receiver. With `private(set)` outsiders can listen, and not write:
///
/// ```swift
/// @MainActor
/// final class Player {
///   @Variable private(set) var title = "silence"
///
///   func play(_ title: String) { self.title = title }
/// }
///
/// let player = Player()
/// player.$title.listen { print($0) }
/// player.play("a song")
/// // silence
/// // a song
/// ```
///
/// Every set is broadcast; ``Receiver/skipRepeats()`` leaves the changes. Whoever sets, on any thread and inside any listener,
/// all listeners hear the sets in the order in which the variable takes them, so that the last value heard is the value. A
/// set made while listeners are being called returns at once, and is heard after the present one: until then ``value``,
/// which is always the newest set, is ahead of what the listeners hear.
///
/// A variable is an object: copies of a struct that has one share it.
///
/// A variable can be shared between threads: in a class that is `Sendable` keep it as a constant, `let name = Variable("")`.
/// Reading ``value`` takes part in Observation: SwiftUI and `withObservationTracking` notice when it is set.
@propertyWrapper
public final class Variable<Value: Sendable>: Sendable, Observable {
  @usableFromInline
  struct Content {
    @usableFromInline var value: Value
    @usableFromInline var stamp: LamportTimestamp
    /// Whether other variables may agree on the stamp.
    var isBonded = false
    /// How many sets are still to be passed on to the storage elsewhere.
    @usableFromInline var waiting = 0

    @inlinable init(value: Value, stamp: LamportTimestamp) {
      self.value = value
      self.stamp = stamp
    }
  }

  /// Where the value is, if the variable does not keep it itself.
  @usableFromInline
  indirect enum Elsewhere: Sendable {
    case storage(read: @Sendable () -> Value)
    case document(Field<Value>)
  }

  /// The present value first, then every set. Finishes when the variable goes away, or that which it is a field of.
  public let receiver: Receiver<Value>

  /// Nil in a field of another variable, as is `ownContent`.
  @usableFromInline let ownTransmitter: Transmitter<Value>?
  @usableFromInline let ownContent: Lock<Content>?
  @usableFromInline let elsewhere: Elsewhere?
  /// Its age: younger variables have greater numbers. A field has the number of the variable that it is a field of.
  @usableFromInline let number: Int
  @usableFromInline let observers: ObservationBridge

  init(_ field: Field<Value>, receiver: Receiver<Value>, number: Int, observers: ObservationBridge) {
    (ownTransmitter, ownContent, elsewhere) = (nil, nil, .document(field))
    self.receiver = receiver
    self.number = number
    self.observers = observers
  }

  /// Makes a variable.
  ///
  /// - Parameter value: Its first value.
  @inlinable
  public init(_ value: Value) {
    (ownTransmitter, receiver) = Receiver.make(strategy: .warm(upTo: 1))
    (number, observers, elsewhere) = (LamportTimestamp.nextVariable(), ObservationBridge(), nil)
    ownContent = Lock(Content(value: value, stamp: .first(in: number)))
    transmitter.broadcast(value)
  }

  /// Makes a variable, as a property wrapper.
  ///
  /// - Parameter wrappedValue: Its first value.
  @inlinable
  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  /// Makes a variable that keeps its value elsewhere.
  ///
  /// ```swift
  /// import Synchronization
  ///
  /// final class Settings: Sendable { let volume = Mutex(5) }
  ///
  /// let settings = Settings()
  /// let volume = Variable(
  ///   get: { settings.volume.withLock { $0 } },
  ///   set: { new in settings.volume.withLock { $0 = new } }
  /// )
  /// volume.value = 7
  /// print(settings.volume.withLock { $0 })
  /// // 7
  /// ```
  ///
  /// Sets are passed on one at a time, in the order in which the listeners hear them, and before they do: a set that is
  /// made while listeners are being called is passed on when its turn comes. Listeners hear what was set here, and `set` should
  /// store what it is given, or ``value`` differs from what they heard. What others write there can be read here, but
  /// nobody is told before you call ``rebroadcast()``, and ``withValue(_:)`` does not notice if they write in between.
  ///
  /// - Parameters:
  ///   - get: Reads the value, on any thread.
  ///   - set: Writes the value, on any thread, one call at a time.
  @inlinable
  public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    let value = get()
    (ownTransmitter, receiver) = Receiver.make(strategy: .warm(upTo: 1))
    (number, observers, elsewhere) = (LamportTimestamp.nextVariable(), ObservationBridge(), .storage(read: get))
    ownContent = Lock(Content(value: value, stamp: .first(in: number)))
    transmitter.broadcast(value)
    // The first listener hears a set before all others. What it would hear at once is there already.
    _ = receiver.skip(count: 1).listen(on: nil) { [content] value in
      set(value)
      content.withLock { $0.waiting -= 1 }
    }
  }

  /// Not for fields.
  @inlinable var transmitter: Transmitter<Value> { ownTransmitter.unsafelyUnwrapped }

  /// The newest set. Not for fields.
  @inlinable var content: Lock<Content> { ownContent.unsafelyUnwrapped }

  /// The value: the newest set. Setting it broadcasts the new one.
  ///
  /// - Complexity: O(1) to read, without waiting for anybody's code; to set, as ``Transmitter/broadcast(_:)``, and as much
  ///   again as several listeners take if it has ever been read, for the sake of those who observe it.
  @inlinable
  public var value: Value {
    get {
      observers.access()
      return present.value
    }
    set {
      _ = set(newValue) { $0.next(in: number) }
    }
  }

  /// The value, as a property wrapper.
  @inlinable
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The receiver, as a property wrapper: `$name` for `@Variable var name`.
  @inlinable
  public var projectedValue: Receiver<Value> { receiver }
}

// In the class itself it would be what the compiler takes for `@Variable var name: String`, whatever the value.
extension Variable where Value: ExpressibleByNilLiteral {
  /// Makes a variable that is empty at first.
  ///
  /// ```swift
  /// let nickname = Variable<String?>()
  /// print(nickname.value as Any)
  /// // nil
  /// ```
  @inlinable
  public convenience init() {
    self.init(nil)
  }
}
