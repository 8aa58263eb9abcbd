import Programs
import Testing

@Suite("Stress: random programs")
struct RandomProgramStressTests {
  @Test("do on pairs what they do on a model of the contract, and leave nothing behind")
  func agree() {
    #if DEBUG
    let count: UInt64 = 1_000
    #else
    let count: UInt64 = 100_000
    #endif
    let first = UInt64.random(in: 0...UInt64.max - count)
    print("Random programs: seeds \(first)..<\(first + count)")
    for seed in first..<first + count {
      let program = Program(seed: seed)
      guard !program.holds else { continue }
      let shortest = program.shrunk { !$0.holds }
      Issue.record("Seed \(seed):\n\(shortest)\nexpected \(shortest.expected)\nseen     \(shortest.seen)")
      return
    }
  }
}
