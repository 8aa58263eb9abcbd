import Airwave
import TestSupport
import Testing

/// A debug build says on standard error that values are sent from inside of each other without an end.
@Suite("Values that are sent from inside of the one before", .inTurn)
struct EndlessLoopTests {
  #if compiler(>=6.3) && (os(Linux) || os(macOS))
  // Before Swift 6.3 the closure of an exit test cannot capture a value.
  @Test("are reported once, with the type of the pair, after 100,000 of them", arguments: EndlessLoop.allCases)
  func endless(loop: EndlessLoop) async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [loop] in
      limitRunTime()
      loop.run(upTo: 210_000)
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)

    #if DEBUG
    #expect(message.split(separator: "100,000", omittingEmptySubsequences: false).count == 2)
    #expect(message.contains("on a pair of Int"))
    #else
    #expect(!message.contains("100,000"))
    #endif
  }

  @Test("are not reported if they are fewer", arguments: EndlessLoop.allCases)
  func ending(loop: EndlessLoop) async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [loop] in
      limitRunTime()
      // Each run begins anew.
      for _ in 0..<2 { loop.run(upTo: 99_000) }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)

    #expect(!message.contains("100,000"))
  }

  @Test("are not confused with values that are sent one after the other")
  func oneAfterTheOther() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (transmitter, receiver) = Receiver<Int>.make()
      receiver.listen { _ in }
      // Each listener's call sends one value, from which no other is sent.
      let (answer, answers) = Receiver<Int>.make()
      receiver.listen { answer.broadcast($0) }
      answers.listen { _ in }
      receiver.listen { if $0 == 0 { (1...200_000).forEach(transmitter.broadcast) } }
      transmitter.broadcast(0)
      (1...200_000).forEach(transmitter.broadcast)
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)

    #expect(!message.contains("100,000"))
  }
  #endif
}
