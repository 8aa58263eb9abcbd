import EveryOrder
import Synchronization
import Testing

/// A small flow with a bug that shows in some orders only, and the same without the bug.
struct Flow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Runs the flow, and throws if the bug shows.
  let run: @Sendable (_ isMended: Bool) async throws -> Void

  init(_ name: String, run: @escaping @concurrent @Sendable (_ isMended: Bool) async throws -> Void) {
    testDescription = name
    self.run = run
  }

  static let all = ofViewModels + ofServices + ofPairs
}

struct WrongError: Error { let found: String }

func expect(_ isRight: Bool, _ found: String) throws {
  if !isRight { throw WrongError(found: found) }
}

/// What a fake of a server answers, at any time.
func answer<Value: Sendable>(_ value: Value) async -> Value {
  await anyTime()
  return value
}

/// A count that several tasks change.
final class Count: Sendable {
  private let value = Atomic(0)
  var now: Int { value.load(ordering: .relaxed) }

  @discardableResult
  func add(_ number: Int) -> Int { value.add(number, ordering: .relaxed).newValue }
}

/// A fake of a server or a file, without isolation of its own.
final class Stored<Value: Sendable>: Sendable {
  private let content: Mutex<Value>
  init(_ value: Value) { content = Mutex(value) }
  var now: Value { content.withLock(\.self) }

  func read() async -> Value {
    await anyTime()
    return now
  }

  func write(_ value: Value) async {
    await anyTime()
    content.withLock { $0 = value }
  }
}
