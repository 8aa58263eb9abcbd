import Airwave
import Distributed
import TestSupport
import Testing

/// A distributed actor is an `Actor` for code that knows it as one, and not for a cast of its object.
@Suite("Listeners on distributed actors")
struct DistributedActorTests {
  private distributed actor Counter {
    typealias ActorSystem = LocalTestingDistributedActorSystem

    private var count = 0
    private var listening: Disposable?

    func start(_ numbers: Receiver<Int>, _ heard: Heard<Int>) {
      listening = numbers.listen { number in
        self.count += number
        heard.append(self.count)
      }
    }

    distributed func stop() { listening?.dispose() }
  }

  @Test("are called there, in order, until they are disposed of")
  func heard() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (counter, heard) = (Counter(actorSystem: LocalTestingDistributedActorSystem()), Heard<Int>())
    await counter.whenLocal { $0.start(receiver, heard) }
    for number in 1...3 { transmitter.broadcast(number) }
    await until { heard.values.count == 3 }
    try await counter.stop()
    transmitter.broadcast(4)

    #expect(heard.values == [1, 3, 6])
    #expect(!transmitter.hasListeners)
  }
}
