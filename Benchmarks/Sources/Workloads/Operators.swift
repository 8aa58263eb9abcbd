import Airwave
import OpenCombine

/// Three operators without state.
func throughThreeOperators(listeners: Int) -> [Entry] {
  [
    Entry(.reference) { floor(listeners: listeners) },
    Entry(.airwave) {
      airwave(listeners: listeners) { receiver in
        receiver.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &* 2 }
      }
    },
    Entry(.openCombine) {
      let subject = PassthroughSubject<Int, Never>()
      return openCombine(
        subject,
        subject.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &* 2 },
        listeners: listeners
      )
    },
  ] + asynchronousPeers(listeners: listeners, ThreeOperators())
}

/// Six operators, four of them with state. All values but the first reach the listener.
func throughSixOperators() -> [Entry] {
  [
    Entry(.reference) { floor(listeners: 1) },
    Entry(.airwave) {
      airwave(listeners: 1) { receiver in
        receiver.map { $0 &+ 1 }.filter { $0 >= 0 }.skip(count: 1).take(count: .max).skipRepeats()
          .withPrevious().map { ($0.previous ?? 0) &+ $0.current }
      }
    },
    Entry(.openCombine) {
      let subject = PassthroughSubject<Int, Never>()
      return openCombine(
        subject,
        subject.map { $0 &+ 1 }.filter { $0 >= 0 }.dropFirst(1).prefix(.max).removeDuplicates()
          .scan((previous: Int?.none, current: 0)) { (previous: $0.current, current: $1) }
          .map { ($0.previous ?? 0) &+ $0.current },
        listeners: 1
      )
    },
  ] + asynchronousPeers(listeners: 1, SixOperators())
}
