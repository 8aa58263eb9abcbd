import Airwave
import Floor
import Foundation
import OpenCombine

/// A listener that joins and leaves, beside a number of other listeners that stay.
func listeningAndDisposing(others: Int) -> [Entry] {
  [
    Entry(.reference) { floorListening(others: others) },
    Entry(.airwave) { airwaveListening(others: others) },
    Entry(.openCombine) { openCombineListening(PassthroughSubject<Int, Never>(), others: others) },
    Entry(.notificationCenter) { notificationCenterListening(others: others) },
  ]
}

/// The same. The reference is Airwave without other listeners.
func listeningAndDisposingAmongMany(others: Int) -> [Entry] {
  [Entry(.reference) { airwaveListening(others: 0) }] + listeningAndDisposing(others: others).dropFirst()
}

/// A listener that joins, hears the newest value, and leaves.
func warmListeningAndDisposing() -> [Entry] {
  [
    Entry(.reference) { floorListening(others: 0) },
    Entry(.airwave) { airwaveListening(others: 0, strategy: .warm(upTo: 1)) },
    Entry(.openCombine) { openCombineListening(CurrentValueSubject<Int, Never>(0), others: 0) },
    Entry(.published) {
      let settings = Settings()
      let counter = Counter()
      return { repetitions in
        for _ in 0..<repetitions { settings.$number.sink { counter.add($0) }.cancel() }
      }
    },
  ]
}

private func floorListening(others: Int) -> (Int) -> Void {
  let floor = Floor()
  let counter = Counter()
  for _ in 0..<others { _ = floor.add { counter.add($0) } }
  return { repetitions in
    for _ in 0..<repetitions { floor.remove(floor.add { counter.add($0) }) }
  }
}

private func airwaveListening(others: Int, strategy: ReplayStrategy = .hot) -> (Int) -> Void {
  let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
  let counter = Counter()
  transmitter.broadcast(0)
  for _ in 0..<others { receiver.listen { counter.add($0) } }
  return { repetitions in
    withExtendedLifetime(transmitter) {
      for _ in 0..<repetitions { receiver.listen { counter.add($0) }.dispose() }
    }
  }
}

private func openCombineListening(_ subject: some Subject<Int, Never>, others: Int) -> (Int) -> Void {
  let counter = Counter()
  let cancellables = (0..<others).map { _ in subject.sink { counter.add($0) } }
  return { repetitions in
    withExtendedLifetime(cancellables) {
      for _ in 0..<repetitions { subject.sink { counter.add($0) }.cancel() }
    }
  }
}

private func notificationCenterListening(others: Int) -> (Int) -> Void {
  let center = NotificationCenter()
  let counter = Counter()
  @Sendable func hear(_ notification: Notification) { counter.add(notification.object as? Int ?? 0) }
  for _ in 0..<others { _ = center.addObserver(forName: .value, object: nil, queue: nil, using: hear) }
  return { repetitions in
    for _ in 0..<repetitions {
      center.removeObserver(center.addObserver(forName: .value, object: nil, queue: nil, using: hear))
    }
  }
}
