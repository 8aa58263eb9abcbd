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
/// As a property wrapper it adds a receiver to a property. With `private(set)` other code can listen, but not write:
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
/// Every set is broadcast, even if the value is equal. Add ``Receiver/skipRepeats()`` to hear only changes.
///
/// You can set a variable on any thread and inside any listener. All listeners hear the sets in the order in which the
/// variable takes them, so that the last value heard is the present value. A set that is made while listeners are being
/// called returns at once, and is broadcast after the values before it. Until then ``value``, which is always the
/// newest set, is ahead of the values that listeners have heard.
///
/// > Warning: A variable is an object: copies of a struct that contains a variable share it.
///
/// A variable can be shared between threads. In a class that is `Sendable`, keep it as a constant, such as
/// `let name = Variable("")`. Reading ``value`` takes part in Observation: SwiftUI and `withObservationTracking` notice
/// when it is set.
@propertyWrapper
public final class Variable<Value: Sendable>: Sendable, Observable {
  @usableFromInline struct Content {
    @usableFromInline var value: Value
    @usableFromInline var stamp: LamportTimestamp
    /// Whether the variable is bonded, or was bonded before. Then other variables may have the same timestamp.
    var isBonded = false
    /// The number of sets that the storage has not stored yet, and that have not failed.
    @usableFromInline var waiting = 0

    @inlinable init(value: Value, stamp: LamportTimestamp) {
      self.value = value
      self.stamp = stamp
    }
  }

  /// The place of a value that the variable does not store itself.
  @usableFromInline indirect enum Elsewhere: Sendable {
    case storage(Storage<Value>)
    case field(Field<Value>)
  }

  /// A receiver of the present value, then of every set. It finishes when the variable is deinitialized. The receiver
  /// of a field finishes when the variable that contains the field is deinitialized.
  ///
  /// ```swift
  /// let name = Variable("Ada")
  /// name.receiver.skip(count: 1).listen { print("renamed to \($0)") }
  ///
  /// name.value = "Grace"
  /// // renamed to Grace
  /// ```
  public let receiver: Receiver<Value>

  // Not one enumeration with payloads: to take references out of it retains them, and a set would cost twice as much.

  /// Broadcasts the sets: to the listeners, or to the listener that passes them on to a storage. Nil in a field of
  /// another variable.
  @usableFromInline let ownTransmitter: Transmitter<Value>?
  @usableFromInline let ownContent: Lock<Content>?
  @usableFromInline let elsewhere: Elsewhere?
  /// A number that is greater in younger variables. A field has the number of the variable that contains it.
  @usableFromInline let number: Int
  @usableFromInline let observers: ObservationBridge

  init(_ field: Field<Value>, receiver: Receiver<Value>, number: Int, observers: ObservationBridge) {
    (ownTransmitter, ownContent, elsewhere) = (nil, nil, .field(field))
    self.receiver = receiver
    self.number = number
    self.observers = observers
  }

  /// Makes a variable that broadcasts its sets by a transmitter. Listeners hear the receiver: of the same pair, or,
  /// with a storage, of one that tells what the storage contains.
  @usableFromInline init(
    _ value: Value,
    in storage: Storage<Value>? = nil,
    setting ends: (transmitter: Transmitter<Value>, receiver: Receiver<Value>)
  ) {
    (ownTransmitter, receiver) = ends
    (number, observers) = (LamportTimestamp.nextVariable(), ObservationBridge())
    elsewhere = storage.map { .storage($0) }
    ownContent = Lock(Content(value: value, stamp: .first(in: number)))
  }

  /// Makes a variable.
  ///
  /// ```swift
  /// let volume = Variable(5, name: "volume")
  /// volume.value += 1
  /// print(volume.value)
  /// // 6
  /// ```
  ///
  /// - Parameters:
  ///   - value: The first value.
  ///   - name: The name of the variable in the inspector, as in ``Receiver/make(strategy:name:fileID:line:)``.
  ///   - fileID: The file that the inspector shows. Omit this argument and `line`.
  ///   - line: The line that the inspector shows.
  @inlinable
  public convenience init(_ value: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(value, setting: Self.makePair(name: name, fileID: fileID, line: line))
    transmitter.broadcast(value)
  }

  /// Makes a variable without a place in the inspector: the same function for code that passes it on as a closure.
  ///
  /// ```swift
  /// let volumes = [5, 7].map(Variable.init)
  /// volumes[0].value = 6
  /// print(volumes)
  /// // [Variable(6), Variable(7)]
  /// ```
  ///
  /// - Parameter value: The first value.
  @inlinable
  @_disfavoredOverload
  public convenience init(_ value: Value) {
    self.init(value, name: nil, fileID: "", line: 0)
  }

  /// Makes a variable, as a property wrapper: `@Variable var volume = 5`, or with a name, `@Variable(name: "volume")`.
  ///
  /// ```swift
  /// @MainActor
  /// final class Player {
  ///   @Variable var volume = 5
  ///   @Variable(name: "title") var title = "silence"
  /// }
  ///
  /// let player = Player()
  /// player.volume += 1
  /// print(player.volume, player.title)
  /// // 6 silence
  /// ```
  ///
  /// - Parameters:
  ///   - wrappedValue: The first value.
  ///   - name: The name of the variable in the inspector, as in ``Receiver/make(strategy:name:fileID:line:)``.
  ///   - fileID: The file that the inspector shows. Omit this argument and `line`.
  ///   - line: The line that the inspector shows.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(wrappedValue, name: name, fileID: fileID, line: line)
  }

  @inlinable @inline(__always) static func makePair(
    name: String?,
    fileID: StaticString,
    line: UInt
  ) -> (transmitter: Transmitter<Value>, receiver: Receiver<Value>) {
    Receiver.make(isVariable: true, strategy: .warm(upTo: 1), name: name, fileID: fileID, line: line)
  }

  /// Must not be used in a field, which has none.
  @inlinable var transmitter: Transmitter<Value> { ownTransmitter.unsafelyUnwrapped }

  /// The newest set, and its timestamp. Must not be used in a field, which has none.
  @inlinable var content: Lock<Content> { ownContent.unsafelyUnwrapped }

  /// The value of the newest set. Setting it broadcasts the new value. If the value is kept elsewhere, this is the
  /// value that is stored there, or the value of a newer set that is not stored yet.
  ///
  /// ```swift
  /// let count = Variable(0)
  /// count.receiver.listen { print("heard \($0)") }
  ///
  /// count.value += 1
  /// print(count.value)
  /// // heard 0
  /// // heard 1
  /// // 1
  /// ```
  ///
  /// - Complexity: Reading is O(1) and never waits for user code. Setting costs about twice as much as
  ///   ``Transmitter/broadcast(_:)``. If the value was ever read, each set also notifies the observers, which costs as
  ///   much as several listeners. The Observation module never removes an observer that registers while another thread
  ///   sets what it has read, and calls it at each later set: where both happen all the time, sets become slower.
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
  ///
  /// ```swift
  /// @MainActor
  /// final class Player {
  ///   @Variable var volume = 5
  ///
  ///   func louder() { volume += 1 }
  /// }
  ///
  /// let player = Player()
  /// player.louder()
  /// print(player.volume)
  /// // 6
  /// ```
  @inlinable
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The receiver, as a property wrapper: `$name` for `@Variable var name`.
  ///
  /// ```swift
  /// @MainActor
  /// final class Player {
  ///   @Variable var volume = 5
  /// }
  ///
  /// let player = Player()
  /// player.$volume.listen { print("volume \($0)") }
  /// player.volume = 7
  /// // volume 5
  /// // volume 7
  /// ```
  @inlinable
  public var projectedValue: Receiver<Value> { receiver }
}

// In an extension: inside the class, the compiler would choose this initializer for `@Variable var name: String`,
// though `String` has no `nil`.
extension Variable where Value: ExpressibleByNilLiteral {
  /// Makes a variable whose first value is `nil`.
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

extension Variable where Value: Equatable {
  /// A receiver of the changes: of the sets from now on whose value differs from the value before.
  ///
  /// ```swift
  /// let name = Variable("Ada")
  /// name.changes.listen { print("renamed to \($0)") }
  ///
  /// name.value = "Ada"
  /// name.value = "Grace"
  /// // renamed to Grace
  /// ```
  ///
  /// The first value is compared with the value that the variable has when the listener joins, which is not heard. A
  /// value that does not equal itself, as NaN, is a change.
  ///
  /// - Complexity: One comparison for each set and listener; keeps one value.
  @inlinable
  public var changes: Receiver<Value> { receiver.skipRepeats().skip(count: 1) }
}

/// Members of the ends of a pair. A variable has none of them.
extension Variable {
  /// Unavailable: a variable is set.
  @available(*, unavailable, message: "use value = newValue")
  public func broadcast(_ value: Value) { fatalError() }

  /// Unavailable: a member of the receiver.
  @available(*, unavailable, renamed: "receiver.bind(to:)")
  public func bind(to variable: Variable<Value>) -> Disposable { fatalError() }

  /// Unavailable: a member of the receiver.
  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func listen(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable: a member of the receiver.
  @available(*, unavailable, renamed: "receiver.map(_:)")
  public func map<Output>(_ transform: (Value) -> Output) -> Receiver<Output> { fatalError() }
}

extension Variable {
  /// Changes the value in place, and broadcasts it once. Concurrent changes of this variable are not lost.
  ///
  /// ```swift
  /// let count = Variable(0)
  /// let old = count.withValue { count in
  ///   defer { count += 1 }
  ///   return count
  /// }
  /// print(old, count.value)
  /// // 0 1
  /// ```
  ///
  /// No lock is held while `body` runs. If the variable is set meanwhile, on another thread or by `body` itself, `body`
  /// is called again with the newer value, as Clojure's `swap!` does with its function. So `body` should only change
  /// the value, and have no side effect that must happen once. Keep `body` short: if the variable is set during each
  /// call of `body`, `withValue` does not return.
  ///
  /// - Parameter body: Changes the value. If it throws, nothing is set.
  /// - Returns: The result of the call of `body` whose change was taken.
  /// - Complexity: A copy of the value for each call of `body`, and one set.
  @inlinable
  @discardableResult
  public func withValue<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    while true {
      var (value, stamp) = present
      let result = try body(&value)
      if set(value, { $0 == stamp ? $0.next(in: number) : nil }) { return result }
    }
  }

  /// Broadcasts the present value again, and writes nothing. Call it if other code has changed the storage of a
  /// variable that keeps its value elsewhere: the value is read there, and told.
  ///
  /// ```swift
  /// import Synchronization
  ///
  /// let disk = Mutex(5)
  /// let volume = Variable(get: { disk.withLock { $0 } }, set: { new in disk.withLock { $0 = new } })
  /// volume.receiver.listen { print($0) }
  ///
  /// disk.withLock { $0 = 7 }  // Other code writes to the storage.
  /// volume.rebroadcast()
  /// // 5
  /// // 7
  /// ```
  ///
  /// The value takes its turn among the sets. What watches the storage may call this for the writes of the variable
  /// itself, too: that comes to rest.
  ///
  /// A bond carries the value on if the storage has changed since it was told last. A value that does not equal itself,
  /// or whose type is not `Equatable`, is always carried on: of two bonded storages with such values, only one may be
  /// watched in this way.
  ///
  /// - Complexity: A copy of the value, and one broadcast.
  public func rebroadcast() {
    root.rebroadcast { $0 }
  }

  /// Broadcasts the present value again, as the set whose timestamp is made from that of the newest set.
  func rebroadcast(as stamp: (LamportTimestamp) -> LamportTimestamp) {
    let (value, place) = content.withLock { content in
      content.stamp = stamp(content.stamp)
      if case .storage(let storage) = elsewhere { storage.expectRebroadcast(after: content) }
      return (content.value, transmitter.reserve(content.value))
    }
    transmitter.broadcast(value, in: place)
    observers.notify()
  }

  /// The newest value and its timestamp. Reading them does not take part in Observation.
  @inlinable @inline(__always) var present: (value: Value, stamp: LamportTimestamp) {
    switch elsewhere {
    case nil:
      return content.withLock { ($0.value, $0.stamp) }
    case .storage(let storage):
      return Storage.present(in: content, storage.read)
    case .field(let field):
      return field.present()
    }
  }

  /// Sets the value, unless `stamp` returns nil. `stamp` makes the timestamp of the set from that of the present value.
  ///
  /// - Returns: Whether the value was set.
  @inlinable @inline(__always) func set(_ value: Value, _ stamp: (LamportTimestamp) -> LamportTimestamp?) -> Bool {
    let isElsewhere = elsewhere != nil
    if isElsewhere, case .field(let field) = elsewhere { return field.set(value, stamp) }
    // The position among the broadcasts is reserved under the lock that orders the sets, so that both orders are the
    // same. Listeners are called after unlocking. The old value is released after unlocking, too: until the new value
    // is broadcast, the replay buffer or the broadcast of the old value holds it (Contract 5).
    let place = content.withLock { content -> Reservation? in
      guard let next = stamp(content.stamp) else { return nil }
      content.stamp = next
      if isElsewhere { content.waiting += 1 }
      content.value = value
      return transmitter.reserve(value)
    }
    guard let place else { return false }
    transmitter.broadcast(value, in: place)
    observers.notify()
    return true
  }
}
