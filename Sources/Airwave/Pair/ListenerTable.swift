/// The listeners of a channel, in the order in which they joined.
///
/// Each listener knows its slot, so that a removal takes constant time: it empties the slot. When empty slots outnumber
/// the listeners, the table is compacted, which adds an amortized constant cost to each removal. Only the holder of the
/// gate uses the table, and no listener is added or removed while the holder iterates over it.
@usableFromInline package struct ListenerTable {
  @usableFromInline typealias Slot = Unmanaged<AnyListener>?

  @usableFromInline private(set) var slots: UnsafeMutablePointer<Slot>?
  /// The number of slots up to the last listener, including empty ones.
  @usableFromInline private(set) var used: UInt32 = 0
  private var capacity: UInt32 = 0
  /// The number of listeners.
  @usableFromInline private(set) var count: UInt32 = 0

  /// The size up to which compacting and shrinking are not worth the work.
  private static var small: UInt32 { 16 }

  init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  @inlinable package mutating func append(_ listener: AnyListener) {
    append(.passRetained(listener))
  }

  /// Adds a listener, and takes over a reference to it.
  @usableFromInline mutating func append(_ listener: Unmanaged<AnyListener>) {
    if used == capacity { resize(to: Swift.max(2, 2 * capacity)) }
    listener._withUnsafeGuaranteedRef { $0.disposable.slot = Int(used) }
    slots?.advanced(by: Int(used)).initialize(to: listener)
    used += 1
    count += 1
    assertInvariants()
  }

  /// Removes a listener. The caller releases it where user code may run.
  ///
  /// A listener that `takeAll` has moved to another table keeps its slot, in which another listener may be by now.
  @usableFromInline mutating func remove(_ disposable: Disposable) -> AnyListener? {
    let slot = disposable.slot
    guard slot >= 0, slot < Int(used), let slots, let reference = slots[slot],
      reference._withUnsafeGuaranteedRef({ $0.disposable === disposable })
    else { return nil }
    let listener = reference.takeRetainedValue()
    disposable.slot = -1
    slots[slot] = nil
    count -= 1
    while used > 0, slots[Int(used) - 1] == nil { used -= 1 }
    if used > Self.small, count < used / 2 { compact() }
    assertInvariants()
    return listener
  }

  private func assertInvariants() {
    assert(count <= used && used <= capacity, "each listener has a slot in the storage")
    assert((count == 0) == (used == 0), "the last used slot has a listener")
  }

  /// Moves all listeners to another table, in constant time, because other threads may wait for the holder of the gate.
  @usableFromInline package mutating func takeAll() -> ListenerTable {
    exchange(&self, with: ListenerTable())
  }

  /// Removes each listener, in joining order, passes it to a function, and releases it. The table is in no channel.
  @usableFromInline package mutating func takeEach(_ body: (AnyListener) -> Void) {
    for slot in 0..<Int(used) {
      guard let listener = slots?[slot]?.takeRetainedValue() else { continue }
      body(listener)
      Releases.release(consume listener)
    }
    deallocate()
    self = ListenerTable()
  }

  private mutating func compact() {
    guard let slots else { return }
    var end = 0
    for slot in 0..<Int(used) {
      guard let listener = slots[slot] else { continue }
      slots[end] = listener
      listener._withUnsafeGuaranteedRef { $0.disposable.slot = end }
      end += 1
    }
    assert(end == Int(count), "each listener is counted")
    used = UInt32(end)
    if capacity > Self.small, used <= capacity / 4 { resize(to: capacity / 2) }
  }

  /// Frees the storage of an empty table.
  func deallocate() {
    slots?.deallocate()
  }

  private mutating func resize(to newCapacity: UInt32) {
    let old = slots
    slots = .allocate(capacity: Int(newCapacity))
    if let old {
      slots?.moveInitialize(from: old, count: Int(used))
      old.deallocate()
    }
    capacity = newCapacity
  }
}
