import Airwave
import Dispatch
import OpenCombine
import OpenCombineDispatch

/// The time for which `debounce` and `throttle` hold a value back. Most values of a turn come within it.
let heldBack = Duration.milliseconds(100)

/// A value that `debounce` holds back. The reference reads the clock.
func debouncing() -> [Entry] {
  let queue = DispatchQueue(label: "debounce").ocombine
  return [
    readingClock(),
    Entry(.airwave) { airwave(listeners: 1) { $0.debounce(for: heldBack) } },
    Entry(.openCombine) {
      let subject = PassthroughSubject<Int, Never>()
      return openCombine(subject, subject.debounce(for: .milliseconds(100), scheduler: queue), listeners: 1)
    },
  ] + asynchronousPeers(listeners: 1, Debounced())
}

/// A value that `throttle` holds back. The reference reads the clock. The `throttle` of swift-async-algorithms is not
/// public.
func throttling() -> [Entry] {
  let queue = DispatchQueue(label: "throttle").ocombine
  return [
    readingClock(),
    Entry(.airwave) { airwave(listeners: 1) { $0.throttle(for: heldBack, latest: true) } },
    Entry(.openCombine) {
      let subject = PassthroughSubject<Int, Never>()
      let publisher = subject.throttle(for: .milliseconds(100), scheduler: queue, latest: true)
      return openCombine(subject, publisher, listeners: 1)
    },
  ]
}

private func readingClock() -> Entry {
  Entry(.reference) {
    let (clock, counter) = (ContinuousClock(), Counter())
    let start = clock.now
    return { repetitions in
      for _ in 0..<repetitions where clock.now >= start { counter.add(1) }
    }
  }
}
