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
  package var expected: [Line] { Run(self, on: ModelPairs(self)).transcript + [.alive(0)] }

  /// Whether the transcripts on Airwave and on the model are equal.
  package var holds: Bool { seen == expected }
}
