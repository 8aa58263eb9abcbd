import Airwave
import Dispatch
import TestSupport
import Testing

@Suite("Transmitter.whenHandled", .inTurn)
struct HandledTests {
  @Test("calls at once if no value waits for an actor")
  func atOnce() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let called = Tally()
    transmitter.whenHandled { called.add() }
    #expect(called.count == 1)
    receiver.listen { _ in }
    transmitter.broadcast(1)
    transmitter.whenHandled { called.add() }
    #expect(called.count == 2)
  }

  @Test("calls once, behind the values that wait for two actors, before the values that come later")
  @MainActor func behind() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, other) = (Heard<Int>(), Other())
    receiver.map { $0 }.listen { heard.append($0) }
    await other.listen(to: receiver)
    await withCheckedContinuation { continuation in
      onAnotherThread {
        (0..<600).forEach(transmitter.broadcast)
        transmitter.whenHandled {
          // Not on the main actor if the other actor was slower.
          heard.append(-1)
          continuation.resume()
        }
      }
    }
    #expect(heard.values == Array(0..<600) + [-1])
    #expect(other.heard.values == Array(0..<600))
    transmitter.broadcast(600)
    #expect(heard.values.last == 600)
  }

  @Test("calls when a listener was disposed of that did not hear the values")
  @MainActor func disposed() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    let listening = receiver.listen { heard.append($0) }
    await withCheckedContinuation { continuation in
      onAnotherThread {
        (0..<10).forEach(transmitter.broadcast)
        listening.dispose()
        transmitter.whenHandled { continuation.resume() }
      }
    }
    #expect(heard.values.isEmpty)
  }

  @Test("calls behind the values that wait for a dispatch queue")
  func onQueue() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, called, queue) = (Tally(), Tally(), DispatchQueue(label: "test"))
    queue.suspend()
    receiver.receive(on: queue).listen { _ in heard.add() }
    (0..<10).forEach(transmitter.broadcast)
    transmitter.whenHandled { called.add(heard.count) }
    let before = called.count
    queue.resume()
    await until { called.count > 0 }

    #expect([before, called.count] == [0, 10])
  }

  private actor Other {
    let heard = Heard<Int>()

    func listen(to receiver: Receiver<Int>) {
      receiver.listen { value in self.hear(value) }
    }

    private func hear(_ value: Int) { heard.append(value) }
  }
}
