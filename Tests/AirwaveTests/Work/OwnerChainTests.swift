import Airwave
import Dispatch
import TestSupport
import Testing

/// Contract 10: no work begins for an owner that is gone, whatever stands between the work and the listener. The chains
/// are tested without the looks at all owners, which would end the listeners.
@Suite("Chains of operators to an owner that is gone", .patient)
struct OwnerChainTests {
  private final class Owner: Sendable {}

  @Test("begin no work behind one operator", arguments: OwnerLink.allCases, OwnerChain.Work.allCases)
  func one(link: OwnerLink, work: OwnerChain.Work) async {
    await expectNoWork(in: OwnerChain(work: work, after: [link]))
  }

  @Test("begin no work in random chains")
  func random() async {
    for seed in 0..<UInt64(rounds(1_000)) { await expectNoWork(in: OwnerChain(seed: seed), "seed \(seed)") }
  }

  private func expectNoWork(in chain: OwnerChain, _ comment: Comment? = nil) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (begun, released) = (Tally(), Tally())
    let owner = Box(Owner())
    if let owner = owner.content {
      let witness = Witness { released.add() }
      chain.receiver(receiver) { withExtendedLifetime(witness) { begun.add() } }.listen(with: owner) { _, _ in }
    }
    transmitter.broadcast(1)
    await until { begun.count == 1 }
    OwnedListeners.shared.withoutSweeps {
      owner.content = nil
      transmitter.broadcast(2)
      // The value has passed each `receive(on:)` of the chain.
      for _ in 0..<8 { OwnerLink.queue.sync {} }
    }
    // Each task that has been started holds what begins work until it is done.
    await untilSwept { released.count == 1 }

    #expect(begun.count == 1, "\(chain.testDescription) \(comment?.rawValue ?? "")")
    #expect(receiver.listenerCount == 0)
  }
}
