import Airwave
import TestSupport
import Testing

@Suite("Stress: listeners with an owner on several threads", .inTurn)
struct OwnersStressTests {
  @Test("none is forgotten, and none stays, while they join, leave and lose their owner beside looks")
  func counts() async {
    let pairs = (0..<4).map { _ in Receiver<Int>.make() }
    let (lasting, count) = (Owner(), rounds(20_000))
    await onThreads(4) { thread in
      let receiver = pairs[thread].receiver
      var recent: [Disposable] = []
      for round in 0..<count {
        switch round % 4 {
        case 0: receiver.listen(with: lasting) { _, _ in }
        case 1: receiver.listen(with: Owner()) { _, _ in }
        case 2: receiver.listen(with: lasting) { _, _ in }.dispose()
        default:
          recent.append(receiver.listen(with: lasting) { _, _ in })
          if recent.count == 100 {
            recent.forEach { $0.dispose() }
            recent = []
          }
        }
        if round % 1_000 == 999 { OwnedListeners.shared.sweep() }
      }
      recent.forEach { $0.dispose() }
    }
    await until { pairs.allSatisfy { $0.receiver.listenerCount == count / 4 } }

    #expect(pairs.map(\.receiver.listenerCount) == Array(repeating: count / 4, count: 4))
    withExtendedLifetime(lasting) {}
  }

  @Test("all end with an owner that they have in common")
  func commonOwner() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let owner = Box<Owner>(Owner())
    let count = rounds(20_000)
    await onThreads(4) { _ in
      guard let owner = owner.content else { return }
      for _ in 0..<count { receiver.listen(with: owner) { _, _ in } }
    }
    let joined = receiver.listenerCount
    owner.content = nil
    await until { receiver.listenerCount == 0 }

    #expect(joined == 4 * count)
    #expect(receiver.listenerCount == 0)
    withExtendedLifetime(transmitter) {}
  }
}

private final class Owner: Sendable {}
