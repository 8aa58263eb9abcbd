import Observation

/// A model with a property that is observed. The classes are not generic, because key paths of generic classes are
/// slow.
protocol ObservedModel: AnyObject {
  associatedtype Value
  var value: Value { get set }
}

@Observable
final class Model: ObservedModel, @unchecked Sendable {
  // Unchecked: one thread uses it.
  var value = 0
}

@Observable
final class TextModel: ObservedModel, @unchecked Sendable {
  // Unchecked: one thread uses it.
  var value = ""
}

/// Sets a property that several observers track. Each change ends the tracking, which is then started again.
@inline(__always)
func observation(listeners: Int) -> (Int) -> Void {
  let counter = Counter()
  return observation(of: Model(), listeners: listeners) {
    $0
  } hear: {
    counter.add($0)
  }
}

@inline(__always)
func observation<Observed: ObservedModel & Sendable>(
  of model: Observed,
  listeners: Int,
  values: @escaping (Int) -> Observed.Value,
  hear: @escaping @Sendable (Observed.Value) -> Void
) -> (Int) -> Void {
  for _ in 0..<listeners { track(model, hear) }
  return { repetitions in
    for number in 0..<repetitions { model.value = values(number) }
  }
}

private func track<Observed: ObservedModel & Sendable>(
  _ model: Observed,
  _ hear: @escaping @Sendable (Observed.Value) -> Void
) {
  withObservationTracking {
    hear(model.value)
  } onChange: {
    track(model, hear)
  }
}
