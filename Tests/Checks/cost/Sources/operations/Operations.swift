import Airwave
import AirwaveCombine
import AirwaveFoundation
import Dispatch
import Foundation
import OpenCombine

extension Operation {
  static let all = pairs + operators + state + bridges

  private static let pairs: [Operation] = [
    .broadcasting("broadcast, 0 listeners", listeners: 0) { $0 },
    .broadcasting("broadcast, 1 listener") { $0 },
    .broadcasting("broadcast, 10 listeners", listeners: 10) { $0 },
    .broadcasting("broadcast, warm(upTo: 1)", strategy: .warm(upTo: 1)) { $0 },
    .broadcasting("broadcast, warm(upTo: 100), full, 0 listeners", strategy: .warm(upTo: 100), listeners: 0) { $0 },
    Operation("broadcast from inside a listener") { count in
      let (transmitter, receiver) = Receiver<Int>.make()
      receiver.listen { if $0 > 0 { transmitter.broadcast(0) } }
      for _ in 0..<count { transmitter.broadcast(1) }
    },
    Operation("broadcast, warm(upTo: 1), and clear the replay") { count in
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
      receiver.listen(to: hear)
      for value in 0..<count {
        transmitter.broadcast(value)
        transmitter.clearReplay()
      }
    },
    Operation("listen and dispose") { count in
      let (transmitter, receiver) = Receiver<Int>.make()
      for _ in 0..<count { receiver.listen(to: hear).dispose() }
      transmitter.broadcast(1)
    },
    Operation("listen with an owner, and dispose") { count in
      waitForSweep()
      let (transmitter, receiver) = Receiver<Int>.make()
      let owner = Owner()
      for _ in 0..<count { receiver.listen(with: owner) { _, value in hear(value) }.dispose() }
      withExtendedLifetime(owner) { transmitter.broadcast(1) }
    },
    Operation("replay of 100 values to a new listener") { count in
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 100))
      for value in 0..<100 { transmitter.broadcast(value) }
      for _ in 0..<count { receiver.listen(to: hear).dispose() }
    },
    Operation("make a pair") { count in
      for value in 0..<count { Receiver<Int>.make().transmitter.broadcast(value) }
    },
    Operation("broadcast on the main actor, 1 listener there") { count in
      MainActor.assumeIsolated { onMainActor(count, listeners: 1) }
    },
    Operation("broadcast on the main actor, 10 listeners there") { count in
      MainActor.assumeIsolated { onMainActor(count, listeners: 10) }
    },
    Operation("broadcast on the main actor, 10 owners there") { count in
      MainActor.assumeIsolated { withOwners(count) }
    },
  ]

  private static let operators: [Operation] = [
    .broadcasting("map") { $0.map { $0 + 1 } },
    .broadcasting("filter") { $0.filter { $0 >= 0 } },
    .broadcasting("map, filter, map, 10 listeners", listeners: 10) {
      $0.map { $0 + 1 }.filter { $0 > 0 }.map { $0 + 1 }
    },
    .broadcasting("scan") { $0.scan(0, +) },
    .broadcasting("skipRepeats") { $0.skipRepeats() },
    .broadcasting("withPrevious") { $0.withPrevious() },
    .broadcasting("take(while:)") { $0.take { $0 >= 0 } },
    .broadcasting("merge") { $0.merge(with: .never) },
    .broadcasting("combineLatest") { $0.combineLatest(.just(1)) },
    .broadcasting("zip of a receiver with itself") { $0.zip($0) },
    .broadcasting("withLatest(from:)") { $0.withLatest(from: .just(1)) },
    .broadcasting("share") { $0.share() },
    .broadcasting("collect(count: 10)") { $0.collect(count: 10) },
  ]

  private static let state: [Operation] = [
    Operation("set a variable") { count in
      let variable = Variable(0)
      variable.receiver.listen(to: hear)
      for value in 0..<count { variable.value = value }
    },
    Operation("read a variable") { count in
      let variable = Variable(0)
      for _ in 0..<count { hear(variable.value) }
    },
    Operation("set a variable of a derived state") { count in
      let (variable, other) = (Variable(0), Variable(0))
      Derived(variable, other) { $0 &+ $1 }.receiver.listen(to: hear)
      for value in 0..<count { variable.value = value }
    },
    Operation("read a derived state") { count in
      let state = Derived(Variable(1), Variable(2)) { $0 &+ $1 }
      for _ in 0..<count { hear(state.value) }
    },
    Operation("set a variable that has been read") { count in
      let variable = Variable(0)
      hear(variable.value)
      for value in 0..<count { variable.value = value }
    },
  ]

  private static let bridges: [Operation] = [
    Operation("a value through an asynchronous sequence") { count in
      let (transmitter, receiver) = Receiver<Int>.make()
      let values = receiver.values
      for value in 0..<count { transmitter.broadcast(value) }
      transmitter.finish()
      // All values have come, and the end: the consumer never waits, and is done when the task is made.
      Task.immediate { for await value in values { hear(value) } }
    },
    Operation("post a notification") { count in
      let name = Notification.Name("cost")
      let (transmitter, receiver) = Receiver<Int>.make()
      receiver.post(as: name)
      for value in 0..<count { transmitter.broadcast(value) }
    },
    Operation("a value of a publisher") { count in
      let (transmitter, receiver) = Receiver<Int>.make()
      let subscription = receiver.publisher.sink { hear($0) }
      for value in 0..<count { transmitter.broadcast(value) }
      subscription.cancel()
    },
  ]
}

@MainActor private final class Model {
  var value = 0
}

@MainActor private func onMainActor(_ count: Int, listeners: Int) {
  let (transmitter, receiver) = Receiver<Int>.make()
  let model = Model()
  for _ in 0..<listeners { receiver.listen { model.value = $0 } }
  for value in 0..<count { transmitter.broadcast(value) }
}

@MainActor private func withOwners(_ count: Int) {
  let (transmitter, receiver) = Receiver<Int>.make()
  let model = Model()
  for _ in 0..<10 { receiver.listen(with: model) { $0.value = $1 } }
  waitForSweep()
  for value in 0..<count { transmitter.broadcast(value) }
}

/// Waits until the owners of listeners are swept. The first sweep of a process takes some 400,000 instructions, at a
/// time that differs from run to run, and must not be counted.
private func waitForSweep() {
  let (transmitter, receiver) = Receiver<Int>.make()
  let isSwept = DispatchSemaphore(value: 0)
  receiver.listen(with: Owner()) { [signal = Signal(isSwept)] _, _ in withExtendedLifetime(signal) {} }
  withExtendedLifetime(transmitter) { isSwept.wait() }
}

private final class Owner: Sendable {}

private final class Signal: Sendable {
  private let semaphore: DispatchSemaphore

  init(_ semaphore: DispatchSemaphore) {
    self.semaphore = semaphore
  }

  deinit {
    semaphore.signal()
  }
}
