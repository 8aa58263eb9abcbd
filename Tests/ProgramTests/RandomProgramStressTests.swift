import Programs
import TestSupport
import Testing

@Suite("Stress: random programs", .inTurn)
struct RandomProgramStressTests {
  @Test("do on pairs what they do on a model of the contract, and leave nothing behind")
  func agree() {
    let count = UInt64(rounds(100_000, quick: 1_000))
    let first = UInt64.random(in: 0...UInt64.max - count)
    print("Random programs: seeds \(first)..<\(first + count)")
    var tooLongCount: UInt64 = 0
    for seed in first..<first + count {
      let program = Program(seed: seed)
      let verdict = program.verdict
      if verdict == nil { tooLongCount += 1 }
      guard verdict == false else { continue }
      let shortest = program.shrunk { $0.verdict == false }
      Issue.record("Seed \(seed):\n\(shortest)\nexpected \(shortest.expected)\nseen     \(shortest.seen)")
      return
    }
    #expect(tooLongCount <= count / 100)
  }
}
