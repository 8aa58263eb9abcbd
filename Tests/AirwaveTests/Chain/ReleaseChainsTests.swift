import Airwave
import TestSupport
import Testing

/// Contract 9: a chain of releases uses constant stack.
@Suite("Chains of thousands of releases, on 512 KB of stack", .inTurn, .patient)
struct ReleaseChainsTests {
  #if compiler(>=6.3) && (os(Linux) || os(macOS))
  // Before Swift 6.3 the closure of an exit test cannot capture a value.
  @Test("are released one after the other, each object once", arguments: ReleaseChain.allCases)
  func onPairs(chain: ReleaseChain) async {
    await #expect(processExitsWith: .success) { [chain] in
      limitRunTime()
      let log = ReleaseLog()
      let release = Box(chain.make(loggedBy: log))
      onSmallStacks {
        release.content?()
        release.content = nil
      }
      log.wait()
      precondition(log.isInOrder)
    }
  }

  @Test("are released one after the other behind an operator, each object once", arguments: ReleasePath.allCases)
  func behindOperators(path: ReleasePath) async {
    await #expect(processExitsWith: .success) { [path] in
      limitRunTime()
      let (transmitter, receiver) = Receiver<Int>.make()
      let log = ReleaseLog()
      let release = path.chain(on: receiver, loggedBy: log)
      onSmallStacks { release() }
      log.wait()
      precondition(log.isInOrder)
      precondition(receiver.listenerCount == 0)
      withExtendedLifetime(transmitter) {}
    }
  }
  #endif
}
