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
  ]
}

/// Calls `send` with the lower half of the numbers on one thread, and with the upper half on another.
@inline(__always)
private func onTwoThreads(_ broadcasts: Int, _ send: @escaping @Sendable (Int) -> Void) -> (Int) -> Void {
  { repetitions in
    for _ in 0..<repetitions {
      let ready = Ready()
      let done = DispatchSemaphore(value: 0)
      for range in [0..<broadcasts, broadcasts..<2 * broadcasts] {
        Thread.detachNewThread {
          ready.threads.add(1, ordering: .relaxed)
          while ready.threads.load(ordering: .relaxed) < 2 {}
          for value in range { send(value) }
          done.signal()
        }
      }
      done.wait()
      done.wait()
    }
  }
}

/// The number of threads that are ready to broadcast.
private final class Ready: Sendable {
  let threads = Atomic(0)
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
