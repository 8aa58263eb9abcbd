import Testing

@testable import Airwave

@Suite("RingBuffer")
struct RingBufferTests {
  @Test("frees storage while values are left, and keeps their order")
  func shrinks() {
    var ring = RingBuffer<Int>()
    for value in 0..<100_000 { _ = ring.append(value) }
    // The values that are left lie across the end of the storage.
    var taken = (0..<60_000).compactMap { _ in ring.popFirst() }
    for value in 100_000..<150_000 { _ = ring.append(value) }
    taken += (0..<89_000).compactMap { _ in ring.popFirst() }
    let (count, capacity) = (ring.count, ring.capacity)
    #expect(count == 1_000 && capacity <= 8_000)
    while let value = ring.popFirst() { taken.append(value) }
    #expect(taken == Array(0..<150_000))
    let last = ring.capacity
    #expect(last <= 1_024)
  }
}
