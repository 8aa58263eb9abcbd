import Airwave
import TestSupport

/// The operators that run asynchronous functions, in each form.
enum Working: CaseIterable {
  case asyncMap, asyncMapThrowing, asyncMapConcurrent, asyncMapConcurrentThrowing
  case mapLatest, mapLatestThrowing

  /// Whether the work for a value waits for that of the value before.
  var isInTurn: Bool { self == .asyncMap || self == .asyncMapThrowing }

  func results<Value, Output>(
    _ receiver: Receiver<Value>,
    _ work: @escaping @Sendable (Value) async -> Output
  ) -> Receiver<Output> {
    switch self {
    case .asyncMap: receiver.asyncMap { await work($0) }
    case .mapLatest: receiver.mapLatest { await work($0) }
    case .asyncMapThrowing:
      receiver.asyncMap { value throws(Failure) in await work(value) }.compactMap { try? $0.get() }
    case .asyncMapConcurrent: receiver.asyncMap(maxConcurrent: 4) { await work($0) }
    case .asyncMapConcurrentThrowing:
      receiver.asyncMap(maxConcurrent: 4) { value throws(Failure) in await work(value) }.compactMap { try? $0.get() }
    case .mapLatestThrowing:
      receiver.mapLatest { value throws(Failure) in await work(value) }.compactMap { try? $0.get() }
    }
  }
}

/// The error of a function that fails in a test.
struct Failure: Error, Equatable {
  var number = 0
}

/// A latch on which tasks wait until the test opens it. A task that waits with `wait` stops waiting when it is
/// cancelled.
final class Latch: Sendable {
  /// The streams on which tasks wait, each on its own, because the cancellation of a task finishes its stream. Nil when
  /// the latch is open.
  private let waiters = Lock<[AsyncStream<Void>.Continuation]?>([])

  func open() {
    let waiting = waiters.withLock { waiters in exchange(&waiters, with: nil) }
    waiting?.forEach { $0.finish() }
  }

  /// Waits until the latch is open or the task is cancelled.
  func wait() async {
    let (stream, waiter) = AsyncStream<Void>.makeStream()
    let isOpen = waiters.withLock { waiters in
      waiters?.append(waiter)
      return waiters == nil
    }
    if isOpen { return }
    for await _ in stream {}
  }

  /// Waits until the latch is open, even if the task is cancelled.
  func waitStubbornly() async {
    await Task { await wait() }.value
  }
}

extension Transmitter<Int> {
  /// Has each of three threads broadcast so many numbers. No number is broadcast twice.
  func broadcastOnThreads(_ count: Int) async {
    await onThreads(3) { thread in
      for number in 0..<count { broadcast(thread * count + number) }
    }
  }
}
