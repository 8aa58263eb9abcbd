import Synchronization

/// The work of every listener: adding a number to a counter in memory.
///
/// A relaxed load and store compile to the same instructions as those of an unchecked `Int`, with two advantages: the
/// compiler cannot remove them, and they are defined behavior if a contestant calls a listener on two threads at once.
final class Counter: Sendable {
  private let total = Atomic(0)

  @inline(__always)
  func add(_ value: Int) {
    total.store(total.load(ordering: .relaxed) &+ value, ordering: .relaxed)
  }
}
