import Foundation
import Synchronization

/// A file of lines. Each line is one call of the system, so that a process that is killed has written all that it has
/// heard before.
final class Log: Sendable {
  private let descriptor: Int32

  init(_ path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    precondition(descriptor >= 0)
  }

  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    precondition(Foundation.write(descriptor, bytes, bytes.count) == bytes.count)
  }
}

/// Something that happens once.
final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}

final class Counter: Sendable {
  private let value = Atomic<Int>(0)

  var count: Int { value.load(ordering: .relaxed) }

  func add(_ count: Int) { value.add(count, ordering: .relaxed) }
}
