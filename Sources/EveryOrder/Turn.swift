internal import Synchronization

/// A lock that suspends: one test is conducted at a time, and others that wait for it hold no thread.
final class Turn: Sendable {
  static let shared = Turn()

  private let state = Mutex((isTaken: false, waiting: [CheckedContinuation<Void, Never>]()))

  func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.isTaken = true }
        if state.isTaken { state.waiting.append(continuation) }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func end() {
    state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty { state.isTaken = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }?.resume()
  }
}
