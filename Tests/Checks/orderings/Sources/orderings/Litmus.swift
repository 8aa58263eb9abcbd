/// A litmus test: a small program whose outcome the memory model allows or forbids. The search must say the same.
struct Litmus {
  enum Step {
    case store(Int, Int, Ordering)
    case load(Int, Ordering)
    case add(Int, Ordering)
    case compareExchange(Int, Int, Ordering)
  }

  let name: String
  let isAllowed: Bool
  let threads: [[Step]]
  /// What the loads, the additions and the compare-exchanges of each thread read.
  let reads: [[Int]]
  /// The values of `x` and `y` at the end, if the outcome depends on them.
  let last: [Int]

  private init(_ name: String, _ threads: [[Step]], reads: [[Int]], last: [Int] = [], isAllowed: Bool) {
    (self.name, self.threads, self.reads, self.last, self.isAllowed) = (name, threads, reads, last, isAllowed)
  }

  /// A program that fails with the outcome.
  var program: Program {
    Program(name: name, claim: "") { [threads, reads, last] memory in
      let variables = [memory.location("x"), memory.location("y")]
      let results = reads.map { $0.indices.map { memory.location("read \($0)") } }
      let bodies = threads.indices.map { index in
        { (thread: Thread) in
          for step in threads[index] {
            guard let read = try perform(step, on: variables, thread) else { continue }
            try thread.write(results[index][thread.nextNumber()], read)
          }
        }
      }
      return (
        bodies,
        { thread in
          let isOutcome = try results.map { try $0.map(thread.read) } == reads
          try thread.expect(!isOutcome || variables.prefix(last.count).map(thread.read) != last, "the outcome")
        }
      )
    }
  }
}

/// - Returns: What it reads, if it does.
private func perform(_ step: Litmus.Step, on variables: [Location], _ thread: Thread) throws -> Int? {
  switch step {
  case .store(let variable, let value, let ordering):
    try thread.store(variables[variable], value, ordering)
    return nil
  case .load(let variable, let ordering):
    return try thread.load(variables[variable], ordering)
  case .add(let variable, let ordering):
    return try thread.add(variables[variable], 1, ordering)
  case .compareExchange(let variable, let expected, let ordering):
    return try thread.compareExchange(variables[variable], expected, 9, ordering).value
  }
}

extension Litmus {
  private static let (x, y) = (0, 1)

  static let all = storeBuffering + messagePassing + releaseSequences + coherence + independentReads + other

  private static let storeBuffering =
    [
      (Ordering.relaxed, true), (.acquiringAndReleasing, true), (.sequentiallyConsistent, false),
    ].map { ordering, isAllowed in
      Litmus(
        "store buffering, \(ordering)",
        [[.store(x, 1, ordering), .load(y, ordering)], [.store(y, 1, ordering), .load(x, ordering)]],
        reads: [[0], [0]],
        isAllowed: isAllowed
      )
    }
    + [
      // What attaching a listener and ending it do.
      (Ordering.relaxed, true), (.acquiring, true), (.releasing, true), (.acquiringAndReleasing, false),
    ].map { ordering, isAllowed in
      Litmus(
        "store buffering with additions to one location, \(ordering)",
        [[.add(y, ordering), .load(x, .relaxed)], [.store(x, 1, .relaxed), .add(y, ordering)]],
        reads: [[1, 0], [0]],
        isAllowed: isAllowed
      )
    }

  private static let messagePassing =
    [
      (Ordering.relaxed, Ordering.acquiring, true), (.releasing, .relaxed, true), (.releasing, .acquiring, false),
    ].map { store, load, isAllowed in
      Litmus(
        "message passing, \(store), \(load)",
        [[.store(x, 1, .relaxed), .store(y, 1, store)], [.load(y, load), .load(x, .relaxed)]],
        reads: [[], [1, 0]],
        isAllowed: isAllowed
      )
    }
    + [
      (Ordering.acquiring, false), (.releasing, true),
    ].map { ordering, isAllowed in
      Litmus(
        "message passing to a compare-exchange that fails, \(ordering)",
        [[.store(x, 1, .relaxed), .store(y, 1, .releasing)], [.compareExchange(y, 2, ordering), .load(x, .relaxed)]],
        reads: [[], [1, 0]],
        isAllowed: isAllowed
      )
    }

  private static let releaseSequences = [
    (Step.add(y, .relaxed), [1], false), (Step.store(y, 2, .relaxed), [], true),
  ].map { step, reads, isAllowed in
    Litmus(
      "message passing through \(step)",
      [[.store(x, 1, .relaxed), .store(y, 1, .releasing)], [step], [.load(y, .acquiring), .load(x, .relaxed)]],
      reads: [[], reads, [2, 0]],
      isAllowed: isAllowed
    )
  }

  private static let coherence = [
    Litmus(
      "two reads go back",
      [[.store(x, 1, .relaxed)], [.load(x, .relaxed), .load(x, .relaxed)]],
      reads: [[], [1, 0]],
      isAllowed: false
    ),
    Litmus(
      "two additions read the same",
      [[.add(x, .relaxed)], [.add(x, .relaxed)]],
      reads: [[0], [0]],
      isAllowed: false
    ),
  ]

  private static let independentReads = [
    (Ordering.releasing, Ordering.acquiring, true), (.sequentiallyConsistent, .sequentiallyConsistent, false),
  ].map { store, load, isAllowed in
    Litmus(
      "independent reads of independent writes, \(store), \(load)",
      [
        [.store(x, 1, store)], [.store(y, 1, store)], [.load(x, load), .load(y, load)],
        [.load(y, load), .load(x, load)],
      ],
      reads: [[], [], [1, 0], [1, 0]],
      isAllowed: isAllowed
    )
  }

  private static let other =
    [(Ordering.relaxed, true), (.sequentiallyConsistent, false)].map { ordering, isAllowed in
      Litmus(
        "the first ones of two writes each come last, \(ordering)",
        [[.store(x, 1, ordering), .store(y, 2, ordering)], [.store(y, 1, ordering), .store(x, 2, ordering)]],
        reads: [[], []],
        last: [1, 1],
        isAllowed: isAllowed
      )
    } + [
      Litmus(
        "load buffering, which is out of thin air",
        [[.load(x, .relaxed), .store(y, 1, .relaxed)], [.load(y, .relaxed), .store(x, 1, .relaxed)]],
        reads: [[1], [1]],
        isAllowed: false
      ),
      // RC11 allows what C11 does not, so that it can be compiled for POWER.
      Litmus(
        "Z6.U",
        [
          [.store(x, 1, .sequentiallyConsistent), .store(y, 1, .releasing)],
          [.add(y, .sequentiallyConsistent), .load(y, .relaxed)],
          [.store(y, 3, .sequentiallyConsistent), .load(x, .sequentiallyConsistent)],
        ],
        reads: [[], [1, 3], [0]],
        isAllowed: true
      ),
    ]
}
