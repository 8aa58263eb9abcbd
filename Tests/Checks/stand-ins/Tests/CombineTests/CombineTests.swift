import Airwave
import AirwaveCombine
import Combine
import TestSupport
import Testing

/// What AirwaveCombine does where there is Combine. Its own tests, with OpenCombine, say the rest.
@Suite("AirwaveCombine with Combine")
struct CombineTests {
  @Test("a publisher's subscriber hears the replay, the values and the end")
  func publisher() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(1)
    var heard: [String] = []
    let subscription = receiver.publisher.sink {
      heard.append("\($0)")
    } receiveValue: {
      heard.append("\($0)")
    }
    transmitter.broadcast(2)
    transmitter.finish()
    withExtendedLifetime(subscription) {}
    #expect(heard == ["1", "2", "finished"])
  }

  @Test("a subscription that is cancelled leaves the pair")
  func cancelled() {
    let (transmitter, receiver) = Receiver<Int>.make()
    var heard: [Int] = []
    let subscription = receiver.publisher.sink { heard.append($0) }
    transmitter.broadcast(1)
    subscription.cancel()
    transmitter.broadcast(2)
    #expect(heard == [1])
    #expect(receiver.listenerCount == 0)
  }

  @Test("a subscriber gets no more than it asks for, and the newest of the rest")
  func demand() {
    final class Slow: Subscriber {
      var heard: [Int] = []
      var subscription: (any Subscription)?
      func receive(subscription: any Subscription) { self.subscription = subscription }
      func receive(_ input: Int) -> Subscribers.Demand {
        heard.append(input)
        return .none
      }
      func receive(completion: Subscribers.Completion<Never>) {}
    }
    let (transmitter, receiver) = Receiver<Int>.make()
    let (slow, publisher) = (Slow(), receiver.publisher(buffering: .newest(2)))
    publisher.subscribe(slow)
    (1...5).forEach(transmitter.broadcast)
    #expect(slow.heard == [])
    slow.subscription?.request(.max(1))
    #expect(slow.heard == [4])
    slow.subscription?.request(.unlimited)
    #expect(slow.heard == [4, 5])
    #expect(publisher.droppedCount == 3)
  }

  @Test("a receiver of a publisher hears it, ends with it, and cancels with the last listener")
  func receiver() {
    let subject = PassthroughSubject<Int, Never>()
    let heard = Heard<String>()
    let listening = subject.receiver(strategy: .warm(upTo: 1)).listen { heard.append("\($0)") }
    subject.send(1)
    #expect(subject.subscriberCount == 1)
    listening.dispose()
    #expect(subject.subscriberCount == 0)
    subject.receiver().listen {
      heard.append("\($0)")
    } onFinish: {
      heard.append("the end")
    }
    subject.send(2)
    subject.send(completion: .finished)
    #expect(heard.values == ["1", "2", "the end"])
  }
}
