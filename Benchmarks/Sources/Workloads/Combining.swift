import Airwave
import AsyncAlgorithms
import OpenCombine

/// `combineLatest` of two receivers, one of which broadcasts. The reference is a broadcast to one listener.
/// OpenCombine does not have it.
func combiningLatest() -> [Entry] {
  [
    Entry(.reference) { airwave(listeners: 1) },
    Entry(.airwave) {
      let (first, second) = (Receiver<Int>.make(), Receiver<Int>.make())
      let counter = Counter()
      first.receiver.combineLatest(second.receiver).listen { counter.add($0 &+ $1) }
      second.transmitter.broadcast(1)
      return { repetitions in
        withExtendedLifetime(second.transmitter) {
          for value in 0..<repetitions { first.transmitter.broadcast(value) }
        }
      }
    },
    Entry(
      .asyncStream,
      .asynchronous { repetitions in
        let (first, second) = (AsyncStream<Int>.makeStream(), AsyncStream<Int>.makeStream())
        async let sums: Void = count(AsyncAlgorithms.combineLatest(first.stream, second.stream).map { $0 &+ $1 })
        second.continuation.yield(1)
        for value in 0..<repetitions { first.continuation.yield(value) }
        first.continuation.finish()
        second.continuation.finish()
        await sums
      }
    ),
    Entry(
      .asyncChannel,
      .asynchronous { repetitions in
        let (first, second) = (AsyncChannel<Int>(), AsyncChannel<Int>())
        async let sums: Void = count(AsyncAlgorithms.combineLatest(first, second).map { $0 &+ $1 })
        await second.send(1)
        for value in 0..<repetitions { await first.send(value) }
        first.finish()
        second.finish()
        await sums
      }
    ),
  ]
}

/// `zip` of two receivers, which broadcast in turn: two values for each tuple. The reference is a broadcast to one
/// listener.
func zipping() -> [Entry] {
  [
    Entry(.reference) { airwave(listeners: 1) },
    Entry(.airwave) {
      let (first, second) = (Receiver<Int>.make(), Receiver<Int>.make())
      let counter = Counter()
      first.receiver.zip(second.receiver).listen { counter.add($0 &+ $1) }
      return { repetitions in
        for value in 0..<repetitions {
          first.transmitter.broadcast(value)
          second.transmitter.broadcast(value)
        }
      }
    },
    Entry(.openCombine) {
      let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let counter = Counter()
      let cancellable = first.zip(second).sink { counter.add($0 &+ $1) }
      return { repetitions in
        withExtendedLifetime(cancellable) {
          for value in 0..<repetitions {
            first.send(value)
            second.send(value)
          }
        }
      }
    },
    Entry(
      .asyncStream,
      .asynchronous { repetitions in
        let (first, second) = (AsyncStream<Int>.makeStream(), AsyncStream<Int>.makeStream())
        async let sums: Void = count(AsyncAlgorithms.zip(first.stream, second.stream).map { $0 &+ $1 })
        for value in 0..<repetitions {
          first.continuation.yield(value)
          second.continuation.yield(value)
        }
        first.continuation.finish()
        second.continuation.finish()
        await sums
      }
    ),
    Entry(
      .asyncChannel,
      .asynchronous { repetitions in
        let (first, second) = (AsyncChannel<Int>(), AsyncChannel<Int>())
        async let sums: Void = count(AsyncAlgorithms.zip(first, second).map { $0 &+ $1 })
        for value in 0..<repetitions {
          await first.send(value)
          await second.send(value)
        }
        first.finish()
        second.finish()
        await sums
      }
    ),
  ]
}
