import Synchronization

/// The floor of keeping the newest values: one lock, and one store into a ring of fixed size.
public final class FloorRing: Sendable {
  private struct Ring: @unchecked Sendable {
    // Unchecked: the mutex guards the memory behind the pointer.
    let values: UnsafeMutablePointer<Int>
    var next = 0
  }

  private let ring: Mutex<Ring>
  private let capacity: Int

  /// Makes a ring that is full of zeros.
  public init(capacity: Int) {
    let values = UnsafeMutablePointer<Int>.allocate(capacity: capacity)
    values.initialize(repeating: 0, count: capacity)
    ring = Mutex(Ring(values: values))
    self.capacity = capacity
  }

  deinit {
    ring.withLock { $0.values.deallocate() }
  }

  /// Overwrites the oldest value.
  public func send(_ value: Int) {
    ring.withLock { ring in
      ring.values[ring.next] = value
      ring.next = ring.next + 1 == capacity ? 0 : ring.next + 1
    }
  }
}
