import Airwave
import AirwaveTesting
import EveryOrder
import TestSupport
import Testing

@Suite("Airwave in every order", .everyOrder(runs: 50))
struct WithAirwaveTests {
  @Test("a main-actor listener hears all values of a task in their order")
  func mainActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    let listening = await Task { @MainActor in
      receiver.listen { value in
        MainActor.assumeIsolated {}
        heard.append(value)
      }
    }.value
    await Task { for number in 1...3 { transmitter.broadcast(number) } }.value
    await ManualClock().settle()
    #expect(heard.values == [1, 2, 3])
    listening.dispose()
  }

  @Test("two listeners hear the values of two tasks in one order")
  func oneOrder() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (first, second) = (Heard<Int>(), Heard<Int>())
    receiver.listen { first.append($0) }
    await Task { @MainActor in _ = receiver.listen { second.append($0) } }.value
    async let one: Void = { for number in 1...3 { transmitter.broadcast(number); await Task.yield() } }()
    async let two: Void = { for number in 4...6 { transmitter.broadcast(number); await Task.yield() } }()
    _ = await (one, two)
    await ManualClock().settle()
    #expect(first.values == second.values)
    #expect(first.values.sorted() == Array(1...6))
  }

  @Test("an actor hears what was broadcast")
  func heardByActor() async {
    actor Sum {
      private(set) var sum = 0
      func start(_ receiver: Receiver<Int>) { receiver.listen { value in self.sum += value } }
    }
    let (transmitter, receiver) = Receiver<Int>.make()
    let sum = Sum()
    await sum.start(receiver)
    await withTaskGroup { group in
      for number in 1...4 { group.addTask { transmitter.broadcast(number) } }
    }
    await ManualClock().settle()
    #expect(await sum.sum == 10)
  }

  @Test("`values` has all of them")
  func values() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let values = receiver.values
    let reader = Task { await values.reduce(into: [Int]()) { $0.append($1) } }
    for number in 1...3 {
      transmitter.broadcast(number)
      await anyTime()
    }
    transmitter.finish()
    #expect(await reader.value == [1, 2, 3])
  }

  @Test("`asyncMap` keeps the order")
  func asyncMap() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let recorder = receiver.asyncMap { await answer($0) }.record()
    for number in 1...3 { transmitter.broadcast(number) }
    await ManualClock().settle()
    #expect(recorder.values == [1, 2, 3])
  }

  @Test("`debounce` and `mapLatest` on a clock: what `settle` waits for is there, and no more")
  func debounce() async {
    let clock = ManualClock()
    let (keys, key) = Receiver<String>.make()
    let recorder = key.debounce(for: .seconds(1), clock: clock).mapLatest { await answer($0) }.record()
    for text in ["s", "sw"] {
      keys.broadcast(text)
      clock.advance(by: .milliseconds(900))
    }
    await clock.settle()
    recorder.expectNoValues()
    clock.advance(by: .seconds(1))
    await clock.settle()
    #expect(recorder.values == ["sw"])
  }

  @Test("a listener that awaits hears one value at a time")
  func awaiting() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<String>()
    receiver.asyncMap { value -> Int in
      heard.append("begin \(value)")
      await anyTime()
      heard.append("end \(value)")
      return value
    }.listen { _ in }
    async let one: Void = transmitter.broadcast(1)
    async let two: Void = transmitter.broadcast(1)
    _ = await (one, two)
    await ManualClock().settle()
    #expect(heard.values == ["begin 1", "end 1", "begin 1", "end 1"])
  }

  @Test("`clock.run()` follows a task that hops ten times between two sleeps")
  func run() async {
    let (clock, heard) = (ManualClock(), Heard<Duration>())
    let task = Task {
      for _ in 1...3 {
        for _ in 1...30 { await anyTime() }
        try await clock.sleep(for: .seconds(1))
        heard.append(clock.now.offset)
      }
    }
    await clock.run()
    #expect(heard.values == [.seconds(1), .seconds(2), .seconds(3)])
    _ = await task.result
  }

  @Test("`clock.run { }` moves the clock only when its function rests")
  func runFunction() async throws {
    let clock = ManualClock()
    let times = try await clock.run {
      var times: [Duration] = []
      for _ in 1...3 {
        for _ in 1...30 { await anyTime() }
        try await clock.sleep(for: .seconds(1))
        times.append(clock.now.offset)
      }
      return times
    }
    #expect(times == [.seconds(1), .seconds(2), .seconds(3)])
  }
}
