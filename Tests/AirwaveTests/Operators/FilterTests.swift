import Airwave
import TestSupport
import Testing

@Suite("Receiver.filter")
struct FilterTests {
  @Test("decides once for each value and listener, replayed ones too")
  func callsOnce() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let calls = Heard<Int>()
    let filtered = receiver.filter {
      calls.append($0)
      return false
    }
    [1, 2].forEach(transmitter.broadcast)
    filtered.listen { _ in }
    filtered.listen { _ in }
    transmitter.broadcast(3)

    #expect(calls.values == [2, 2, 3, 3])
  }
}

@Suite("Receiver.select")
struct SelectTests {
  @Test("tells when the case of an enumeration is broadcast")
  func tells() {
    enum Phase { case active, background }

    let (transmitter, receiver) = Receiver<Phase>.make()
    let heard = Heard<String>()
    receiver.select(.active).listen { heard.append("welcome back") }
    [.background, .active, .background].forEach(transmitter.broadcast)

    #expect(heard.values == ["welcome back"])
  }
}
