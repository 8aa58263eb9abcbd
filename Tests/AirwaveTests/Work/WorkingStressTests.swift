import Airwave
import TestSupport
import Testing

@Suite("Stress: asynchronous work", .inTurn, .patient)
struct WorkingStressTests {
  private static let count = 1_000

  @Test("asyncMap: threads broadcast, and each value has its result once, in one order, one at a time")
  func asyncMap() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let (running, overlaps, ends) = (Tally(), Tally(), Tally())
    let heard = Heard<Int>()
    receiver.asyncMap { value in
      running.add(1)
      if running.count > 1 { overlaps.add(1) }
      if value.isMultiple(of: 3) { await Task.yield() }
      running.add(-1)
      return value
    }.listen {
      heard.append($0)
    } onFinish: {
      ends.add(1)
    }
    await transmitter.broadcastOnThreads(Self.count)
    transmitter.finish()
    await until { ends.count == 1 }

    #expect(heard.values == receiver.replayed)
    #expect([heard.values.count, overlaps.count, ends.count, receiver.listenerCount] == [3 * Self.count, 0, 1, 0])
  }

  @Test("mapLatest: results are a run of the one order, the last value's is heard, and the end comes once")
  func mapLatest() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let (begun, returned, ends) = (Tally(), Tally(), Tally())
    let heard = Heard<Int>()
    receiver.mapLatest { value in
      begun.add(1)
      await Task.yield()
      returned.add(1)
      return value
    }.listen {
      heard.append($0)
    } onFinish: {
      ends.add(1)
    }
    await transmitter.broadcastOnThreads(Self.count)
    transmitter.finish()
    await until { ends.count == 1 && begun.count == 3 * Self.count && returned.count == 3 * Self.count }

    let positions = Dictionary(uniqueKeysWithValues: receiver.replayed.enumerated().map { ($1, $0) })
    let places = heard.values.compactMap { positions[$0] }
    #expect(places.count == heard.values.count && zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    #expect(places.last == 3 * Self.count - 1)
    #expect([begun.count, returned.count, ends.count] == [3 * Self.count, 3 * Self.count, 1])
  }

  @Test("listeners join and leave during work: every task ends, and nothing is left", arguments: Working.allCases)
  func comeAndGo(working: Working) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    let (begun, returned, living) = (Tally(), Tally(), Tally())
    let isOver = Countdown(2)
    await onThreads(4) { thread in
      if thread < 2 {
        for number in 0..<500 { transmitter.broadcast(number) }
        isOver.countDown()
        return
      }
      repeat {
        living.add(2)
        let (listener, worker) = (Witness { living.add(-1) }, Witness { living.add(-1) })
        let results = working.results(receiver) { value in
          begun.add(1)
          await Task.yield()
          withExtendedLifetime(worker) { returned.add(1) }
          return value
        }
        let listening = results.take(count: 2).listen { _ in withExtendedLifetime(listener) {} }
        transmitter.broadcast(thread)
        listening.dispose()
      } while !isOver.isDone
    }
    await until { living.count == 0 && begun.count == returned.count }

    #expect([living.count, receiver.listenerCount] == [0, 0])
    #expect(begun.count == returned.count)
  }
}
