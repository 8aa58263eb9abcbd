extension Program {
  /// What it lets one see on Airwave, and whether all that it made is gone in the end.
  package var seen: [Line] {
    let census = Census()
    return Run(self, on: AirwavePairs(self, census)).transcript + [.alive(census.aliveCount)]
  }

  /// What it lets one see on the model.
  package var expected: [Line] { Run(self, on: ModelPairs(self)).transcript + [.alive(0)] }

  /// Whether Airwave does as the model does.
  package var holds: Bool { seen == expected }
}
