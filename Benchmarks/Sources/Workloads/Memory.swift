import Airwave
import Floor
import Heap
import OpenCombine

/// A kind of object whose memory is measured.
public enum Memory: String, Sendable, CaseIterable {
  case pair = "memory of an idle pair"
  case listener = "memory of one more listener"
  case listenerWithClosure = "memory of one more listener and its closure"

  /// The bytes that one object takes on the heap, including those of the allocator. It is an average over many objects.
  ///
  /// The closure of a listener belongs to the program, so that the bytes of such a closure are subtracted for
  /// `listener`.
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
    case (.listenerWithClosure, .airwave):
      let (transmitter, receiver) = Receiver<Int>.make()
      return withExtendedLifetime(transmitter) { bytesEach(count) { receiver.listen { counter.add($0) } } }
    case (.listener, .reference):
      let floor = Floor()
      let handle: @Sendable (Int) -> Void = { counter.add($0) }
      return bytesEach(count) { floor.add(handle) }
    case (.listenerWithClosure, .reference):
      let floor = Floor()
      return bytesEach(count) { floor.add { counter.add($0) } }
    case (.listener, .openCombine):
      let subject = PassthroughSubject<Int, Never>()
      let handle: @Sendable (Int) -> Void = { counter.add($0) }
      return bytesEach(count) { subject.sink(receiveValue: handle) }
    case (.listenerWithClosure, .openCombine):
      let subject = PassthroughSubject<Int, Never>()
      return bytesEach(count) { subject.sink { counter.add($0) } }
    default:
      return nil
    }
  }
}

/// A closure of the same type as that of a listener.
private struct Closure {
  let function: @Sendable @isolated(any) (Int) -> Void

  init(function: @escaping @Sendable @isolated(any) (Int) -> Void) {
    self.function = function
  }
}

/// Makes many objects and keeps them in an array, which is allocated before the measurement begins.
@inline(__always)
private func bytesEach<Kept>(_ count: Int, _ make: () -> Kept) -> Double {
  var kept: [Kept] = []
  kept.reserveCapacity(count)
  let before = heap_bytes_in_use()
  for _ in 0..<count { kept.append(make()) }
  return withExtendedLifetime(kept) { Double(heap_bytes_in_use() - before) / Double(count) }
}
