import Synchronization

/// Counts the objects of a program that are alive.
final class Census: Sendable {
  private let count = Atomic<Int>(0)
  private let closures = Atomic<Int>(0)

  var aliveCount: Int { count.load(ordering: .acquiring) }
  /// The number of closures among the objects.
  var closureCount: Int { closures.load(ordering: .acquiring) }

  fileprivate func add(_ difference: Int) {
    count.add(difference, ordering: .acquiringAndReleasing)
  }

  fileprivate func addClosures(_ difference: Int) {
    closures.add(difference, ordering: .acquiringAndReleasing)
  }
}

/// An object that is counted while it is alive.
class Token: @unchecked Sendable {
  // Unchecked because it has subclasses. They are used by one thread.
  let census: Census

  init(_ census: Census) {
    self.census = census
    census.add(1)
  }

  deinit {
    census.add(-1)
  }
}

/// A number that is counted while it is alive.
struct Counted: Hashable, Sendable {
  let number: Int
  private let token: Token

  init(_ number: Int, _ census: Census) {
    self.number = number
    token = Token(census)
  }

  /// Makes a value with another number, which is counted, too.
  func with(_ number: Int) -> Counted { Counted(number, token.census) }

  static func == (left: Counted, right: Counted) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A closure of a program that is counted while a closure of Airwave captures it.
final class Captured<Function>: Token, @unchecked Sendable {
  // Unchecked because programs run on one thread.
  let function: Function

  init(_ function: Function, _ census: Census) {
    self.function = function
    super.init(census)
    census.addClosures(1)
  }

  deinit {
    census.addClosures(-1)
  }
}
