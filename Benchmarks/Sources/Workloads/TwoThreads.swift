import Airwave
import Floor
import Foundation
import OpenCombine
import Synchronization

/// Two threads that broadcast on the same pair at the same time. The time is measured from the first value until all
/// values are delivered.
func broadcastingOnTwoThreads(broadcasts: Int) -> [Entry] {
  [
    Entry(.reference) {
      let floor = Floor()
      let counter = Counter()
      _ = floor.add { counter.add($0) }
      return onTwoThreads(broadcasts) { floor.send($0) }
    },
    Entry(.airwave) {
      let (transmitter, receiver) = Receiver<Int>.make()
      let counter = Counter()
      receiver.listen { counter.add($0) }
      return onTwoThreads(broadcasts) { transmitter.broadcast($0) }
    },
    Entry(.openCombine) {
      let subject = PassthroughSubject<Int, Never>()
      let counter = Counter()
      let cancellable = subject.sink { counter.add($0) }
      // `PassthroughSubject` has a lock, but is not declared `Sendable`.
      nonisolated(unsafe) let end = (subject, cancellable)
      return onTwoThreads(broadcasts) { end.0.send($0) }
    },
    Entry(.notificationCenter) {
      let center = NotificationCenter()
      let counter = Counter()
      _ = center.addObserver(forName: .value, object: nil, queue: nil) { counter.add($0.object as? Int ?? 0) }
      return onTwoThreads(broadcasts) { center.post(name: .value, object: $0) }
    },
    Entry(.asyncStream, operations: broadcasts / 10 * 2, .asynchronous { await asyncStream($0, broadcasts / 10) }),
  ]
}

private func asyncStream(_ repetitions: Int, _ broadcasts: Int) async {
  for _ in 0..<repetitions {
    let end = AsyncStream<Int>.makeStream()
    async let values: Void = count(end.stream)
    startTwoThreads(broadcasts) {
      end.continuation.yield($0)
    } done: {
      end.continuation.finish()
    }
    await values
  }
}

@inline(__always)
private func onTwoThreads(_ broadcasts: Int, _ send: @escaping @Sendable (Int) -> Void) -> (Int) -> Void {
  { repetitions in
    for _ in 0..<repetitions {
      let semaphore = DispatchSemaphore(value: 0)
      startTwoThreads(broadcasts, send) { semaphore.signal() }
      semaphore.wait()
    }
  }
}

/// Calls `send` with the lower half of the numbers on one thread, and with the upper half on another. The thread that
/// ends last calls `done`.
@inline(__always)
private func startTwoThreads(
  _ broadcasts: Int,
  _ send: @escaping @Sendable (Int) -> Void,
  done: @escaping @Sendable () -> Void
) {
  let threads = Threads()
  for range in [0..<broadcasts, broadcasts..<2 * broadcasts] {
    Thread.detachNewThread {
      threads.ready.add(1, ordering: .relaxed)
      while threads.ready.load(ordering: .relaxed) < 2 {}
      for value in range { send(value) }
      if threads.done.add(1, ordering: .acquiringAndReleasing).newValue == 2 { done() }
    }
  }
}

/// The numbers of threads that are ready to broadcast, and that have broadcast.
private final class Threads: Sendable {
  let ready = Atomic(0)
  let done = Atomic(0)
}

/// Returns whether two listeners hear every value of two threads once, in a common order that keeps the order of each
/// thread.
public func twoThreadsKeepOneOrder(broadcasts: Int = 200_000) -> Bool {
  let (transmitter, receiver) = Receiver<Int>.make()
  let listeners = [Record(), Record()]
  for listener in listeners { receiver.listen(to: listener.hear) }
  onTwoThreads(broadcasts) { transmitter.broadcast($0) }(1)
  let (first, second) = (listeners[0].heard, listeners[1].heard)
  let ofEachThread = first.filter { $0 < broadcasts } + first.filter { $0 >= broadcasts }
  return first == second && ofEachThread == Array(0..<2 * broadcasts)
}

/// The values that a listener has heard.
private final class Record: Sendable {
  private let values = Mutex<[Int]>([])

  var heard: [Int] { values.withLock { $0 } }

  func hear(_ value: Int) {
    values.withLock { $0.append(value) }
  }
}
