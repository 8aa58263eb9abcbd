import Synchronization

/// Counts what is alive of what a program makes.
final class Census: Sendable {
  private let count = Atomic<Int>(0)

  var aliveCount: Int { count.load(ordering: .acquiring) }

  fileprivate func add(_ difference: Int) {
    count.add(difference, ordering: .acquiringAndReleasing)
  }
}

/// Something whose life is counted.
class Token: @unchecked Sendable {
  // Unchecked because it has subclasses; they are used by one thread.
  let census: Census

  init(_ census: Census) {
    self.census = census
    census.add(1)
  }

  deinit {
    census.add(-1)
  }
}

/// A number whose life is counted.
struct Counted: Hashable, Sendable {
  let number: Int
  private let token: Token

  init(_ number: Int, _ census: Census) {
    self.number = number
    token = Token(census)
  }

  /// Another number.
  func with(_ number: Int) -> Counted { Counted(number, token.census) }

  static func == (left: Counted, right: Counted) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A closure of a program as a closure of Airwave captures it: counted.
final class Captured<Function>: Token, @unchecked Sendable {
  // Unchecked because programs run on one thread.
  let function: Function

  init(_ function: Function, _ census: Census) {
    self.function = function
    super.init(census)
  }
}
