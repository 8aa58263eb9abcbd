import Airwave
import Testing

@Suite("Receiver.listenerCount")
struct ListenerCountTests {
  @Test("counts the listeners of the pairs behind operators", arguments: everyOperator)
  func derived(row: DerivedReceiver) {
    let (first, second) = (Receiver<Int>.make(), Receiver<Int>.make())
    let derived = row.derive(first.receiver, second.receiver)
    let before = derived.listenerCount
    for _ in 0..<3 { first.receiver.listen { _ in } }
    for _ in 0..<5 { second.receiver.listen { _ in } }

    #expect(before == 0)
    #expect(derived.listenerCount == row.counts.first * 3 + row.counts.second * 5)
    withExtendedLifetime((first.transmitter, second.transmitter)) {}
  }
}
