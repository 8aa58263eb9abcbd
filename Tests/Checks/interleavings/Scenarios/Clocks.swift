import Airwave
import Synchronization

// A clock that tasks sleep on, and that a thread moves.
nonisolated(unsafe) let clocks: [Scenario] = [
  Scenario("8: no value passes a delay early, whichever thread has read the clock first", olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Tide(), heard = Heard()
    receiver.delay(for: .seconds(2), clock: clock).listen { box in
      expect(clock.now.offset >= .seconds(box.number), "a value passes a delay early")
      heard.hear(box)
    }
    run.thread { transmitter.broadcast(Box(2)) }
    run.thread {
      clock.move(by: .seconds(1))
      transmitter.broadcast(Box(3))
    }
    run.finally("a value is lost") {
      transmitter.finish()
      for _ in 0..<4 {
        clock.move(by: .seconds(1))
        performBlocks()
      }
      return heard.isMerge(of: [2], [3])
    }
  },
  Scenario("9: the only listener of a timer leaves beside a late clock", olderValues: 0) { run in
    let clock = Tide(), heard = Heard()
    let listening = Receiver<Void>.timer(every: .seconds(1), clock: clock).listen { heard.hear(1) }
    run.thread { clock.move(by: .seconds(3)) }
    run.thread { listening.dispose() }
    run.finally("more than one tick is late, or a task sleeps on") {
      performBlocks()
      return heard.numbers.count <= 1 && clock.sleeperCount == 0
    }
  },
  Scenario("2: a timer ticks for two listeners, beside a clock that moves in steps", preemptions: 1, olderValues: 0) {
    run in
    let clock = Tide(), timer = Receiver<Void>.timer(every: .seconds(2), clock: clock), heard = Heard()
    let first = timer.listen { heard.hear(1) }
    let early = timer.listen { expect(clock.now.offset >= .seconds(2), "a tick is early") }
    run.thread { for _ in 0..<2 { clock.move(by: .seconds(1)) } }
    run.thread { early.dispose() }
    run.finally("a tick is lost or doubled") {
      performBlocks()
      first.dispose()
      return heard.numbers == [1]
    }
  },
  Scenario("2, 8: each value has the instant at which it is sent, beside the clock") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Tide(), heard = Heard()
    receiver.timestamped(clock: clock).listen { box, instant in
      heard.hear(box)
      expect(box.number < 2 || instant.offset == .seconds(1), "a value has an instant before it was sent")
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread {
      clock.move(by: .seconds(1))
      transmitter.broadcast(Box(2))
    }
    run.finally("a value is lost") { heard.isMerge(of: [1], [2]) }
  },
]

/// A clock that a thread moves. It wakes all tasks that sleep on it when it is moved.
final class Tide: Clock {
  private struct State {
    var now = Bell.Instant()
    var lastNumber = 0
    var sleepers: [Int: UnsafeContinuation<Void, Never>] = [:]
  }

  private let state = Lock(State())

  var now: Bell.Instant { withState { $0.now } }
  var minimumResolution: Duration { .zero }
  var sleeperCount: Int { withState { $0.sleepers.count } }

  /// A thread that holds the lock is not interrupted: the handler of a task that is cancelled must not wait for it.
  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    let before = setUndisturbed(true)
    defer { setUndisturbed(before) }
    return state.withLock(body)
  }

  func move(by duration: Duration) {
    let woken = withState { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.sorted { $0.key < $1.key }.map(\.value)
      state.sleepers = [:]
      return woken
    }
    for sleeper in woken { sleeper.resume() }
  }

  func sleep(until deadline: Bell.Instant, tolerance: Duration?) async throws {
    let number = withState { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { sleeper in
        let mustSleep = withState { state in
          let mustSleep = state.now < deadline && !Task.isCancelled
          if mustSleep { state.sleepers[number] = sleeper }
          return mustSleep
        }
        if !mustSleep { sleeper.resume() }
      }
    } onCancel: {
      withState { $0.sleepers.removeValue(forKey: number) }?.resume()
    }
  }
}
