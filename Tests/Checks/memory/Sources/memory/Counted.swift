import Foundation
import Synchronization

/// An object that counts itself while it is alive, and that notices if its memory is used for something else.
final class Counted: Sendable {
  private static let count = Atomic<Int>(0)

  private let number: Int
  private let complement: Int

  init(_ number: Int) {
    self.number = number
    complement = ~number
    Self.count.add(1, ordering: .relaxed)
  }

  deinit {
    Self.count.subtract(1, ordering: .relaxed)
  }

  /// Fails unless the object is as `init` made it.
  func check() {
    if number != ~complement { fail("an object has the numbers \(number) and \(~complement)") }
  }

  /// Fails unless every object has been deinitialized, once.
  ///
  /// It gives cancelled tasks some seconds to end: they may hold objects until then.
  static func requireNone() {
    for _ in 0..<1_000 where count.load(ordering: .acquiring) != 0 { usleep(10_000) }
    let count = count.load(ordering: .acquiring)
    if count != 0 { fail("\(count) objects are alive at the end, not 0") }
  }
}
