import Airwave

extension Program {
  /// The transcript on Airwave, and the number of objects that are alive after it.
  package var seen: [Line] {
    OwnedListeners.shared.withoutSweeps {
      let census = Census()
      return Run(self, on: AirwavePairs(self, census)).transcript + [.alive(census.aliveCount)]
    }
  }

  /// The transcript on the model.
  package var expected: [Line] { modeled.transcript }

  /// Whether the transcripts on Airwave and on the model are equal. Nil for a program that takes the model too long.
  package var verdict: Bool? {
    let (expected, isComplete) = modeled
    return isComplete ? seen == expected : nil
  }

  private var modeled: (transcript: [Line], isComplete: Bool) {
    let pairs = ModelPairs(self)
    return (Run(self, on: pairs).transcript + [.alive(0)], !pairs.effort.isSpent)
  }
}
