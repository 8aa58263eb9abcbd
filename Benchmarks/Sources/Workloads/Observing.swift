import Observation

@Observable
private final class Model: @unchecked Sendable {
  // Unchecked: one thread uses it.
  var value = 0
}

/// Sets a property that several observers track. Each change ends the tracking, which is then started again.
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
