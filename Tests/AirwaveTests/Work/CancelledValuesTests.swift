import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.values, cancelled", .patient)
struct CancelledValuesTests {
  @Test("ends when the task is cancelled, while it waits or has something to take, and leaves the pair")
  func cancels() async {
    for broadcastCount in 0...3 {
      let (transmitter, receiver) = Receiver<Int>.make()
      let (values, heard) = (receiver.values, Heard<Int>())
      let consumer = Task {
        for await value in values {
          heard.append(value)
          if value == 2 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      (0..<broadcastCount).forEach(transmitter.broadcast)
      await until { heard.values.count == broadcastCount }
      if broadcastCount < 3 { consumer.cancel() }
      transmitter.broadcast(9)
      await consumer.value

      #expect(receiver.listenerCount == 0)
      #expect(heard.values.prefix(broadcastCount) == ArraySlice(0..<broadcastCount))
      transmitter.finish()
    }
  }

  @Test("a task that is cancelled before it begins hears nothing")
  func cancelledBefore() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    transmitter.broadcast(1)
    let values = receiver.values
    let consumer = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await values.all()
    }

    #expect(await consumer.value == [])
    #expect(receiver.listenerCount == 0)
  }

  @Test("a task that is cancelled before it goes on with a value hears nothing")
  @MainActor func cancelledWithValue() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (values, asked) = (receiver.values, Tally())
    // The consumer runs on the actor of the test. So when the test continues, the consumer waits.
    let consumer = Task { @MainActor in
      var iterator = values.makeAsyncIterator()
      asked.add()
      return await iterator.next()
    }
    await until { asked.count == 1 }
    transmitter.broadcast(1)
    consumer.cancel()

    #expect(await consumer.value == nil)
    #expect(receiver.listenerCount == 0)
  }
}
