import Airwave
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Stress: contract 4, calls that are no broadcasts", .inTurn, .patient)
struct Contract04StressTests {
  @Test("a call under a lock that a listener takes does not deadlock, beside a flood", arguments: Call.allCases)
  func underLock(call: Call) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: call.strategy)
    let lock = Mutex(0)
    let calls = Atomic<Int>(0)
    let count = rounds(20_000, quick: 2_000)
    receiver.listen { _ in lock.withLock { $0 += 1 } }
    transmitter.broadcast(0)
    await onThreads(3) { thread in
      if thread > 0 {
        while calls.load(ordering: .relaxed) < count { transmitter.broadcast(thread) }
      } else {
        for _ in 0..<count {
          let listening = receiver.listen { _ in }
          lock.withLock { _ in call.make(transmitter, receiver, listening) }
          listening.dispose()
          calls.add(1, ordering: .relaxed)
        }
      }
    }

    #expect(lock.withLock { $0 } > 0 || call == .removeAllListeners)
  }

  @Test("a call runs no listener of others, beside a flood", arguments: Call.allCases)
  func runsNoOther(call: Call) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: call.strategy)
    let foreign = Tally()
    let isCalling = Atomic<UInt>(0)
    let listen = { @Sendable in
      _ = receiver.listen { _ in
        if isCalling.load(ordering: .relaxed) == thisThread { foreign.add() }
      }
    }
    listen()
    transmitter.broadcast(0)
    let calls = Atomic<Int>(0)
    let count = rounds(50_000, quick: 5_000)
    await onThreads(3) { thread in
      if thread > 0 {
        while calls.load(ordering: .relaxed) < count { transmitter.broadcast(thread) }
      } else {
        for _ in 0..<count {
          let listening = receiver.listen { _ in }
          isCalling.store(thisThread, ordering: .relaxed)
          call.make(transmitter, receiver, listening)
          isCalling.store(0, ordering: .relaxed)
          listening.dispose()
          if call == .removeAllListeners { listen() }
          calls.add(1, ordering: .relaxed)
        }
      }
    }

    #expect(foreign.count == 0)
  }

  @Test("a broadcast is heard when it returns, beside a thread that calls without pause", arguments: Call.allCases)
  func isHeard(call: Call) async {
    // Without a replay to the listeners that join: that would be a delivery.
    let strategy: ReplayStrategy = call == .clearReplay ? .warm(upTo: 2) : .hot
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Atomic<Int>(0)
    let late = Tally()
    let broadcasts = Atomic<Int>(0)
    let count = rounds(200_000, quick: 20_000)
    let listen = { @Sendable in _ = receiver.listen { heard.store($0, ordering: .relaxed) } }
    listen()
    await onThreads(2) { thread in
      if thread == 0 {
        for number in 1...count {
          transmitter.broadcast(number)
          if heard.load(ordering: .relaxed) != number { late.add() }
          broadcasts.store(number, ordering: .relaxed)
        }
      } else {
        while broadcasts.load(ordering: .relaxed) < count {
          switch call {
          case .clearReplay: transmitter.clearReplay()
          case .removeAllListeners: transmitter.removeAllListeners()
          default: receiver.listen { _ in }.dispose()
          }
          if call == .removeAllListeners { listen() }
        }
      }
    }

    // Between the removal of all listeners and the next joining there is no listener that could hear.
    if call != .removeAllListeners { #expect(late.count == 0) }
    transmitter.broadcast(-1)
    #expect(heard.load(ordering: .relaxed) == -1)
  }

  @Test("a token of a main-actor listener can be replaced in a dictionary, beside a flood")
  @MainActor func tokens() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let isDone = Atomic(false)
    let model = Model()
    async let flood: Void = onThreads(2) { _ in
      while !isDone.load(ordering: .relaxed) { transmitter.broadcast(1) }
    }
    for number in 0..<rounds(20_000, quick: 4_000) {
      // A listener that ran here would access the dictionary during its modification.
      model.tokens[number % 3]?.dispose()
      model.tokens[number % 3] = receiver.listen { _ in model.tokens[3] = nil }
      if number % 500 == 0 { await Task.yield() }
    }
    isDone.store(true, ordering: .relaxed)
    await flood

    #expect(model.tokens.count == 3)
  }

  @Test("the speed of the listener bounds the backlog of four threads")
  func backlog() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let sent = Atomic<Int>(0)
    let heard = Atomic<Int>(0)
    let largest = Atomic<Int>(0)
    let count = rounds(3_000, quick: 1_000)
    receiver.listen { _ in
      let start = ContinuousClock.now
      // The last values, which are pending when the threads stop, take no time.
      while heard.load(ordering: .relaxed) < count, ContinuousClock.now - start < .microseconds(200) {}
      let heardCount = heard.add(1, ordering: .relaxed).newValue
      largest.max(sent.load(ordering: .relaxed) - heardCount, ordering: .relaxed)
    }
    await onThreads(4) { _ in
      while heard.load(ordering: .relaxed) < count {
        transmitter.broadcast(1)
        sent.add(1, ordering: .relaxed)
      }
    }

    #expect(largest.load(ordering: .relaxed) <= 20_000)
    #expect(heard.load(ordering: .relaxed) == sent.load(ordering: .relaxed))
  }

  @Test("a broadcast returns beside a thread that pauses until each of its values is heard")
  func pausingThread() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let sent = Atomic<Int>(0)
    let heard = Atomic<Int>(0)
    let hasReturned = Atomic(false)
    let most = 10_000_000
    receiver.listen { _ in
      let count = heard.add(1, ordering: .relaxed).newValue
      // Another value is pending whenever a value has been delivered.
      while sent.load(ordering: .relaxed) < count, !hasReturned.load(ordering: .relaxed) { sched_yield() }
    }
    await onThreads(2) { thread in
      if thread == 0 {
        transmitter.broadcast(0)
        hasReturned.store(true, ordering: .relaxed)
      } else {
        while !hasReturned.load(ordering: .relaxed), sent.load(ordering: .relaxed) < most {
          let count = sent.load(ordering: .relaxed)
          while heard.load(ordering: .relaxed) <= count, !hasReturned.load(ordering: .relaxed) { sched_yield() }
          transmitter.broadcast(1)
          sent.add(1, ordering: .relaxed)
        }
        hasReturned.store(true, ordering: .relaxed)
      }
    }

    #expect(heard.load(ordering: .relaxed) == sent.load(ordering: .relaxed) + 1)
    #expect(sent.load(ordering: .relaxed) < most)
  }
}

extension Contract04StressTests {
  enum Call: CaseIterable, Sendable {
    case listen, listenWithReplay, dispose, clearReplay, removeAllListeners, read

    var strategy: ReplayStrategy {
      switch self {
      case .listen, .dispose: .hot
      case .listenWithReplay, .clearReplay, .removeAllListeners, .read: .warm(upTo: 2)
      }
    }

    func make(_ transmitter: Transmitter<Int>, _ receiver: Receiver<Int>, _ listening: Disposable) {
      switch self {
      case .listen, .listenWithReplay: receiver.listen { _ in }.dispose()
      case .dispose: listening.dispose()
      case .clearReplay: transmitter.clearReplay()
      case .removeAllListeners: transmitter.removeAllListeners()
      case .read: _ = (receiver.latest, receiver.replayed, receiver.listenerCount)
      }
    }
  }
}

@MainActor private final class Model {
  var tokens: [Int: Disposable] = [:]
}

private var thisThread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue) }
