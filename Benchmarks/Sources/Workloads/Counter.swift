import Synchronization

/// The trivial work of every listener: adding a number into memory.
///
/// A relaxed load and store compile to the plain instructions that an unchecked `Int` would take, with two advantages:
/// the compiler cannot drop them, and they stay defined where a contestant calls a listener on two threads at once.
final class Counter: Sendable {
  private let total = Atomic(0)

  @inline(__always)
  func add(_ value: Int) {
    total.store(total.load(ordering: .relaxed) &+ value, ordering: .relaxed)
  }
}
