import Airwave
import TestSupport
import Testing

@Suite("The spelling of the original library")
struct OriginalReceiverTests {
  @Test("make(with:) makes the pair that make(strategy:) makes", arguments: everyStrategy)
  func make(strategy: ReplayStrategy) {
    let original: any Spelling = Original()
    let (transmitter, receiver) = original.make(strategy)
    [1, 2, 3].forEach(transmitter.broadcast)

    #expect(receiver.replayed == strategy.replayed(of: [1, 2, 3]))
  }

  @Test("withPrevious() gives pairs without labels where those are asked for")
  func withPrevious() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let original: any Spelling = Original()
    let pairs = original.pairs(of: receiver)
    let heard = Heard<[Int?]>()
    pairs.listen { previous, current in heard.append([previous, current]) }
    [1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == [[nil, 1], [1, 2]])
  }

  // Deprecated functions are called through a protocol, because such a call gives no warning.
  private protocol Spelling {
    func make(_ strategy: ReplayStrategy) -> (Transmitter<Int>, Receiver<Int>)
    func pairs(of receiver: Receiver<Int>) -> Receiver<(Int?, Int)>
  }

  private struct Original: Spelling {
    @available(*, deprecated)
    func make(_ strategy: ReplayStrategy) -> (Transmitter<Int>, Receiver<Int>) {
      Receiver<Int>.make(with: strategy)
    }

    @available(*, deprecated)
    func pairs(of receiver: Receiver<Int>) -> Receiver<(Int?, Int)> {
      receiver.withPrevious()
    }
  }
}
