import Airwave
import TestSupport

/// A storage of numbers for tests. It stores the nearest number of a range, and throws for the numbers that it refuses.
final class Shelf: Sendable {
  struct Refusal: Error, Equatable { let number: Int }

  private let numbers = Heard<Int>()
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

  /// The numbers that were stored since the beginning.
  var written: [Int] { Array(numbers.values.dropFirst()) }

  func variable() -> Variable<Int> {
    Variable(get: { self.number }, set: { try self.store($0) })
  }

  private func store(_ number: Int) throws {
    if refuses(number) { throw Refusal(number: number) }
    numbers.append(min(max(number, range.lowerBound), range.upperBound))
  }
}
