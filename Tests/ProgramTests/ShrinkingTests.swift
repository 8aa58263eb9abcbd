import Programs
import Testing

@Suite("Program.shrunk")
struct ShrinkingTests {
  @Test("finds the shortest program that shows a fault: one that loses each listener's third value")
  func findsShortest() {
    let wrong = Array((0..<800).lazy.map { Program(seed: $0) }.filter(isWrong).prefix(5))
    let totals = wrong.map { $0.shrunk(while: isWrong).steps.total }

    #expect(wrong.count == 5)
    // A listener and three values, or fewer broadcasts if the listener broadcasts some of the values.
    #expect(totals.allSatisfy { (3...4).contains($0) }, "\(totals)")
  }

  @Test("keeps the one share that shows a fault: one that several listen to")
  func keepsShare() {
    let wrong = Array((0..<500).lazy.map { Program(seed: $0) }.filter(hasSharers).prefix(5))
    let shortest = wrong.map { $0.shrunk(while: hasSharers) }

    #expect(wrong.count == 5)
    // Two listeners, and a value if one listener joins when the other hears the value. Or one listener with two
    // branches.
    #expect(
      shortest.allSatisfy { $0.shares == [Share(Source(.pair(0)), strategy: .hot)] && $0.steps.total <= 3 },
      "\(shortest)"
    )
  }

  @Test("keeps the owner that shows a fault: one whose release ends a listener")
  func keepsOwner() {
    let swept = Array((0..<8_000).lazy.map { Program(seed: $0) }.filter(isSwept).prefix(3))
    let shortest = swept.map { $0.shrunk(while: isSwept) }

    #expect(swept.count == 3)
    // A listener with an owner, and the owner's release.
    #expect(shortest.allSatisfy { $0.steps.total == 2 && isRelease($0.steps[1]) }, "\(shortest)")
  }

  @Test("prints as Swift")
  func prints() {
    var source = Source(.pair(1))
    source.operators = [.take(2)]
    var switching = Source(.shared(0))
    switching.joining = .switchToLatest
    switching.branches += [.init(.pair(0)), .init(.pair(1), operators: [.skip(1)])]
    let reaction = Reaction(event: 0, steps: [.broadcast(5, on: 0)])
    let program = Program(
      strategies: [.hot, .warm(1)],
      shares: [Share(source, strategy: .cold)],
      steps: [
        .listen(source, hasEnd: false, reactions: [reaction]), .listen(source, owner: 1, hasEnd: false, reactions: []),
        .release(1), .broadcast(1, on: 1), .read(switching),
      ]
    )
    let switched = "s0.flatMapLatest { [r0, r1.skip(count: 1)][abs($0 % 2)] }"

    #expect(
      program.description == """
        let (t0, r0) = Receiver<Int>.make(strategy: .hot)
        let (t1, r1) = Receiver<Int>.make(strategy: .warm(upTo: 1))
        let s0 = r1.take(count: 2).share(strategy: .cold)
        r1.take(count: 2).listen {
          if event == 0 {
            t0.broadcast(5)
          }
        }
        r1.take(count: 2).listen(with: o1) {
        }
        o1 = Owner()
        t1.broadcast(1)
        print(\(switched).replayed, \(switched).latest)
        """
    )
  }

  private func isWrong(_ program: Program) -> Bool {
    var heardCounts: [Int: Int] = [:]
    return program.expected.contains { line in
      guard case .heard(_, let listener) = line else { return false }
      heardCounts[listener, default: 0] += 1
      return heardCounts[listener] == 3
    }
  }

  /// Whether a listener ends in a step that makes another one, which performs no steps.
  private func isSwept(_ program: Program) -> Bool {
    let states = program.expected.compactMap { line -> [Bool]? in
      guard case .state(_, let isDisposed, _) = line else { return nil }
      return isDisposed
    }
    return zip(program.steps, zip([[]] + states, states)).contains { step, states in
      isRelease(step) && zip(states.0, states.1).contains { !$0 && $1 }
    }
  }

  private func isRelease(_ step: Step) -> Bool { if case .release = step { true } else { false } }

  private func hasSharers(_ program: Program) -> Bool {
    program.expected.contains { line in
      guard case .state(let counts, _, _) = line else { return false }
      return counts.dropFirst(program.strategies.count).contains { $0 > 1 }
    }
  }
}
