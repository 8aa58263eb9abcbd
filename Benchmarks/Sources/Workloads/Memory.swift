import Airwave
import Floor
import Heap
import OpenCombine

/// Something that lives, and whose memory is counted.
public enum Memory: String, Sendable, CaseIterable {
  case pair = "memory of an idle pair"
  case listener = "memory of one more listener"

  /// The bytes that one of them takes on the heap, the allocator's own among them; averaged over many.
  ///
  /// A listener is without its closure, which is the program's: as much as such a closure takes by itself is subtracted.
  public func bytes(_ contestant: Contestant, count: Int = 100_000) -> Double? {
    let counter = Counter()
    switch (self, contestant) {
    case (.pair, .airwave):
      return bytesEach(count) { Receiver<Int>.make() }
    case (.pair, .reference):
      return bytesEach(count) { Floor() }
    case (.pair, .openCombine):
      return bytesEach(count) { PassthroughSubject<Int, Never>() }
    case (.listener, .airwave):
      let (transmitter, receiver) = Receiver<Int>.make()
      return withExtendedLifetime(transmitter) {
        let closure = bytesEach(count) { Closure { counter.add($0) } }
        return bytesEach(count) { receiver.listen { counter.add($0) } } - closure
      }
    case (.listener, .reference):
      let floor = Floor()
      let handle: @Sendable (Int) -> Void = { counter.add($0) }
      return bytesEach(count) { floor.add(handle) }
    case (.listener, .openCombine):
      let subject = PassthroughSubject<Int, Never>()
      let handle: @Sendable (Int) -> Void = { counter.add($0) }
      return bytesEach(count) { subject.sink(receiveValue: handle) }
    default:
      return nil
    }
  }
}

/// A closure of the type that a listener's has.
private struct Closure {
  let function: @Sendable @isolated(any) (Int) -> Void

  init(function: @escaping @Sendable @isolated(any) (Int) -> Void) {
    self.function = function
  }
}

/// Makes many and keeps them. The array that keeps them is there before the count begins.
@inline(__always)
private func bytesEach<Kept>(_ count: Int, _ make: () -> Kept) -> Double {
  var kept: [Kept] = []
  kept.reserveCapacity(count)
  let before = heap_bytes_in_use()
  for _ in 0..<count { kept.append(make()) }
  return withExtendedLifetime(kept) { Double(heap_bytes_in_use() - before) / Double(count) }
}
