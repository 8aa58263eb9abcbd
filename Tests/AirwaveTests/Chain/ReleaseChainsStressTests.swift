import Airwave
import Synchronization
import TestSupport
import Testing

/// Contract 9: a chain of releases uses constant stack, also while another thread releases listeners of the same pair.
@Suite("Stress: chains of thousands of releases on two threads, on 512 KB of stack", .inTurn, .patient)
struct ReleaseChainsStressTests {
  #if compiler(>=6.3) && (os(Linux) || os(macOS))
  // Before Swift 6.3 the closure of an exit test cannot capture a value.
  @Test("are released at once, each object once", arguments: ReleasePath.threaded)
  func twoThreads(path: ReleasePath) async {
    await #expect(processExitsWith: .success) { [path] in
      limitRunTime()
      let (transmitter, receiver) = Receiver<Int>.make()
      let (first, second) = (ReleaseLog(), ReleaseLog())
      let releaseFirst = path.chain(on: receiver, loggedBy: first)
      let releaseSecond = path.chain(on: receiver, loggedBy: second)
      let starting = Countdown(2)
      let startTogether = { @Sendable in
        starting.countDown()
        starting.wait()
      }
      onSmallStacks(
        {
          startTogether()
          releaseFirst()
        },
        {
          startTogether()
          releaseSecond()
        }
      )
      first.wait()
      second.wait()
      precondition(first.isInOrder)
      precondition(second.isInOrder)
      precondition(receiver.listenerCount == 0)
      withExtendedLifetime(transmitter) {}
    }
  }

  @Test("are released beside a deinit on another thread that lasts longer", arguments: ReleasePath.threaded)
  func slowDeinit(path: ReleasePath) async {
    await #expect(processExitsWith: .success) { [path] in
      limitRunTime()
      let (transmitter, receiver) = Receiver<Int>.make()
      let log = ReleaseLog()
      let release = path.chain(on: receiver, loggedBy: log)
      let (isInside, isReleased) = (Countdown(1), Countdown(1))
      let slow: Disposable
      do {
        let witness = Witness {
          isInside.countDown()
          isReleased.wait()
        }
        slow = receiver.listen { _ in withExtendedLifetime(witness) {} }
      }
      onSmallStacks(
        { slow.dispose() },
        {
          isInside.wait()
          release()
          log.wait()
          isReleased.countDown()
        }
      )
      precondition(log.isInOrder)
      precondition(receiver.listenerCount == 0)
      withExtendedLifetime(transmitter) {}
    }
  }
  #endif
}
