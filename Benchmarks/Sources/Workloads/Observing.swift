import Observation

@Observable
private final class Model: @unchecked Sendable {
  // Unchecked: one thread uses it.
  var value = 0
}

/// Sets a property that is tracked a number of times. Tracking ends with a change, and is begun again each time.
func observation(listeners: Int) -> (Int) -> Void {
  let model = Model()
  let counter = Counter()
  for _ in 0..<listeners { track(model, counter) }
  return { repetitions in
    for value in 0..<repetitions { model.value = value }
  }
}

private func track(_ model: Model, _ counter: Counter) {
  withObservationTracking {
    counter.add(model.value)
  } onChange: {
    track(model, counter)
  }
}
