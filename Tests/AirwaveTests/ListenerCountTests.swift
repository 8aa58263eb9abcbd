import Airwave
import Dispatch
import Testing

@Suite("Receiver.listenerCount")
struct ListenerCountTests {
  /// A receiver that is made from two others, and how often its `listenerCount` counts a listener of each of them.
  struct Derivation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let counts: (first: Int, second: Int)
    let derive: @Sendable (Receiver<Int>, Receiver<Int>) -> Receiver<Int>

    init(
      _ name: String,
      _ first: Int,
      _ second: Int,
      _ derive: @escaping @Sendable (Receiver<Int>, Receiver<Int>) -> Receiver<Int>
    ) {
      testDescription = name
      counts = (first, second)
      self.derive = derive
    }

    static let all = [
      Derivation("map", 1, 0) { first, _ in first.map { $0 } },
      Derivation("handleEvents", 1, 0) { first, _ in first.handleEvents() },
      Derivation("receive(on:)", 1, 0) { first, _ in first.receive(on: .main) },
      Derivation("debounce", 1, 0) { first, _ in first.debounce(for: .zero) },
      Derivation("take(for:)", 1, 0) { first, _ in first.take(for: .zero) },
      Derivation("take(until:)", 1, 0) { first, second in first.take(until: second) },
      Derivation("switchToLatest", 1, 0) { first, second in first.map { _ in second }.switchToLatest() },
      Derivation("merge", 1, 1) { first, second in first.merge(with: second) },
      Derivation("merge, with the same", 2, 1) { first, second in first.merge(with: second, first) },
      Derivation("combineLatest", 1, 1) { first, second in first.combineLatest(second).map { $0 + $1 } },
      Derivation("zip", 1, 2) { first, second in first.zip(second, second).map { $0 + $1 + $2 } },
      Derivation("combineLatest with a closure", 1, 1) { first, second in first.combineLatest(second) { $0 + $1 } },
      Derivation("withLatest with a closure", 1, 0) { first, second in first.withLatest(from: second) { $0 + $1 } },
      Derivation("flatMapFirst", 1, 0) { first, second in first.flatMapFirst { _ in second } },
      Derivation("race", 1, 1) { first, second in first.race(with: second) },
      Derivation("collect(until:)", 1, 0) { first, second in first.collect(until: second).map(\.count) },
      Derivation("replaceEmpty", 1, 0) { first, _ in first.replaceEmpty(with: 0) },
      Derivation("timestamped", 1, 0) { first, _ in first.timestamped().map(\.value) },
      Derivation("asyncMap(maxConcurrent:)", 1, 0) { first, _ in first.asyncMap(maxConcurrent: 2) { $0 } },
      Derivation("take(count: 0)", 0, 0) { first, _ in first.take(count: 0) },
    ]
  }

  @Test("counts the listeners of the pairs behind operators", arguments: Derivation.all)
  func derived(derivation: Derivation) {
    let (first, second) = (Receiver<Int>.make(), Receiver<Int>.make())
    let derived = derivation.derive(first.receiver, second.receiver)
    let before = derived.listenerCount
    for _ in 0..<3 { first.receiver.listen { _ in } }
    for _ in 0..<5 { second.receiver.listen { _ in } }

    #expect(before == 0)
    #expect(derived.listenerCount == derivation.counts.first * 3 + derivation.counts.second * 5)
    withExtendedLifetime((first.transmitter, second.transmitter)) {}
  }
}
