import Airwave
import Floor
import Foundation
import OpenCombine

/// One value to a number of listeners, by all contestants whose broadcast is a function call.
func broadcasting(listeners: Int) -> [Entry] {
  [
    Entry(.reference) { floor(listeners: listeners) },
    Entry(.airwave) { airwave(listeners: listeners) },
    Entry(.openCombine) { openCombine(listeners: listeners) },
    Entry(.notificationCenter) { notificationCenter(listeners: listeners) },
    Entry(.observation) { observation(listeners: listeners) },
  ]
}

func floor(listeners: Int) -> (Int) -> Void {
  let floor = Floor()
  let counter = Counter()
  for _ in 0..<listeners { _ = floor.add { counter.add($0) } }
  return { repetitions in
    for value in 0..<repetitions { floor.send(value) }
  }
}

func airwave(
  listeners: Int,
  strategy: ReplayStrategy = .hot,
  through operators: (Receiver<Int>) -> Receiver<Int> = { $0 }
) -> (Int) -> Void {
  let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
  let counter = Counter()
  let view = operators(receiver)
  for _ in 0..<listeners { view.listen { counter.add($0) } }
  return { repetitions in
    for value in 0..<repetitions { transmitter.broadcast(value) }
  }
}

func openCombine(listeners: Int) -> (Int) -> Void {
  let subject = PassthroughSubject<Int, Never>()
  return openCombine(subject, subject, listeners: listeners)
}

/// Sends to a subject. The listeners subscribe to a publisher that is made from the subject.
func openCombine(
  _ subject: some Subject<Int, Never>,
  _ publisher: some Publisher<Int, Never>,
  listeners: Int
) -> (Int) -> Void {
  let counter = Counter()
  let cancellables = (0..<listeners).map { _ in publisher.sink { counter.add($0) } }
  return { repetitions in
    withExtendedLifetime(cancellables) {
      for value in 0..<repetitions { subject.send(value) }
    }
  }
}

func notificationCenter(listeners: Int) -> (Int) -> Void {
  let center = NotificationCenter()
  let counter = Counter()
  for _ in 0..<listeners {
    _ = center.addObserver(forName: .value, object: nil, queue: nil) { counter.add($0.object as? Int ?? 0) }
  }
  return { repetitions in
    for value in 0..<repetitions { center.post(name: .value, object: value) }
  }
}

extension Notification.Name {
  static let value = Notification.Name("value")
}
