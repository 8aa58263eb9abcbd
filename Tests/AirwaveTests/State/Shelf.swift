import Airwave
import TestSupport

/// A storage of numbers for tests. It stores the nearest number of a range, and throws for the numbers that it refuses.
final class Shelf: Sendable {
  struct Refusal: Error, Equatable { let number: Int }

  private let numbers = Heard<Int>()
  private let stored = Heard<Int>()
  private let watchers = Heard<@Sendable () -> Void>()
  private let range: ClosedRange<Int>
  private let refuses: @Sendable (Int) -> Bool

  init(
    _ first: Int,
    in range: ClosedRange<Int> = .min ... .max,
    refusing refuses: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) {
    (self.range, self.refuses) = (range, refuses)
    numbers.append(first)
  }

  var number: Int { numbers.values.last ?? 0 }

  /// The numbers that the variable has stored.
  var written: [Int] { stored.values }

  /// Changes the number as other code does, past the variable.
  func change(_ number: Int) { numbers.append(number) }

  /// Has a closure called after each write of the variable.
  func watch(_ watcher: @escaping @Sendable () -> Void) { watchers.append(watcher) }

  func variable() -> Variable<Int> {
    Variable(get: { self.number }, set: { try self.store($0) })
  }

  private func store(_ number: Int) throws {
    if refuses(number) { throw Refusal(number: number) }
    let kept = min(max(number, range.lowerBound), range.upperBound)
    numbers.append(kept)
    stored.append(kept)
    for watcher in watchers.values { watcher() }
  }
}
