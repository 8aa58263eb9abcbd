import Airwave
import Floor
import OpenCombine

/// One value that a listener hears and the replay buffer keeps.
func warmBroadcasting() -> [Entry] {
  [
    Entry(.reference) { floor(listeners: 1) },
    Entry(.airwave) { airwave(listeners: 1, strategy: .warm(upTo: 1)) },
    Entry(.openCombine) {
      let subject = CurrentValueSubject<Int, Never>(0)
      return openCombine(subject, subject, listeners: 1)
    },
    settingPublished(),
    Entry(.observation) { observation(listeners: 1) },
  ]
}

/// One value that replaces the oldest of 100 kept values. A stream keeps them for a consumer that has not begun.
func keepingInFullRing() -> [Entry] {
  [
    Entry(.reference) {
      let ring = FloorRing(capacity: 100)
      return { repetitions in
        for value in 0..<repetitions { ring.send(value) }
      }
    },
    Entry(.airwave) {
      let broadcast = airwave(listeners: 0, strategy: .warm(upTo: 100))
      broadcast(100)
      return broadcast
    },
    Entry(.asyncStream) {
      let end = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(100))
      for value in 0..<100 { end.continuation.yield(value) }
      return { repetitions in
        withExtendedLifetime(end.stream) {
          for value in 0..<repetitions { end.continuation.yield(value) }
        }
      }
    },
  ]
}

/// A new listener that hears all kept values, and leaves.
func replaying(count: Int) -> [Entry] {
  [
    Entry(.reference) {
      let archive = FloorArchive(count: count)
      let counter = Counter()
      return { repetitions in
        for _ in 0..<repetitions { archive.remove(archive.add { counter.add($0) }) }
      }
    },
    Entry(.airwave) {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
      for value in 0..<count { transmitter.broadcast(value) }
      let counter = Counter()
      return { repetitions in
        withExtendedLifetime(transmitter) {
          for _ in 0..<repetitions { receiver.listen { counter.add($0) }.dispose() }
        }
      }
    },
  ]
}
