import Airwave
import Foundation
import OpenCombine

/// A reference-counted value to a number of listeners. The listeners of the reference hear numbers.
func broadcastingStrings(listeners: Int) -> [Entry] {
  let text = String(repeating: "a", count: 32)
  return [
    Entry(.reference) { floor(listeners: listeners) },
    Entry(.airwave) {
      let (transmitter, receiver) = Receiver<String>.make()
      let counter = Counter()
      for _ in 0..<listeners { receiver.listen { counter.add($0.utf8.count) } }
      return { repetitions in
        for _ in 0..<repetitions { transmitter.broadcast(text) }
      }
    },
    Entry(.openCombine) {
      let subject = PassthroughSubject<String, Never>()
      let counter = Counter()
      let cancellables = (0..<listeners).map { _ in subject.sink { counter.add($0.utf8.count) } }
      return { repetitions in
        withExtendedLifetime(cancellables) {
          for _ in 0..<repetitions { subject.send(text) }
        }
      }
    },
    Entry(.notificationCenter) {
      let center = NotificationCenter()
      let counter = Counter()
      for _ in 0..<listeners {
        _ = center.addObserver(forName: .value, object: nil, queue: nil) {
          counter.add(($0.object as? String)?.utf8.count ?? 0)
        }
      }
      return { repetitions in
        for _ in 0..<repetitions { center.post(name: .value, object: text) }
      }
    },
    Entry(.observation) {
      let counter = Counter()
      // A property that is set to an equal value has not changed.
      let texts = [text, String(repeating: "b", count: 32)]
      return observation(of: TextModel(), listeners: listeners) {
        texts[$0 & 1]
      } hear: {
        counter.add($0.utf8.count)
      }
    },
  ] + asynchronousPeers(listeners: listeners, Strings(text: text))
}
