/// The listeners of a channel, in the order in which they joined.
///
/// Each listener knows its slot, so that a removal takes constant time: it empties the slot. When empty slots outnumber
/// the listeners, the table is compacted, which adds an amortized constant cost to each removal. Only the holder of the
/// gate uses the table, and no listener is added or removed while the holder iterates over it.
@usableFromInline
struct ListenerTable {
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

  @usableFromInline mutating func append(_ listener: AnyListener) {
    if used == capacity { resize(to: Swift.max(2, 2 * capacity)) }
    listener.disposable.slot = Int(used)
    slots?.advanced(by: Int(used)).initialize(to: Unmanaged.passRetained(listener))
    used += 1
    count += 1
  }

  /// Removes a listener. The caller releases it where user code may run.
  @usableFromInline mutating func remove(_ disposable: Disposable) -> AnyListener? {
    let slot = disposable.slot
    guard slot >= 0, let slots, let listener = slots[slot]?.takeRetainedValue() else { return nil }
    disposable.slot = -1
    slots[slot] = nil
    count -= 1
    while used > 0, slots[Int(used) - 1] == nil { used -= 1 }
    if used > Self.small, count < used / 2 { compact() }
    return listener
  }

  /// Removes all listeners, and returns them in joining order.
  @usableFromInline mutating func removeAll() -> [AnyListener] {
    var listeners: [AnyListener] = []
    if !isEmpty { listeners.reserveCapacity(Int(count)) }
    for slot in 0..<Int(used) {
      guard let listener = slots?[slot]?.takeRetainedValue() else { continue }
      listener.disposable.slot = -1
      listeners.append(listener)
    }
    used = 0
    count = 0
    resize(to: 0)
    return listeners
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
    used = UInt32(end)
    if capacity > Self.small, used <= capacity / 4 { resize(to: capacity / 2) }
  }

  /// Frees the storage of an empty table.
  func deallocate() {
    slots?.deallocate()
  }

  private mutating func resize(to newCapacity: UInt32) {
    let old = slots
    slots = newCapacity == 0 ? nil : .allocate(capacity: Int(newCapacity))
    if let old {
      slots?.moveInitialize(from: old, count: Int(used))
      old.deallocate()
    }
    capacity = newCapacity
  }
}
