#if Inspector
extension Channel {
  /// Records the pair. Called once, by the code that makes the channel, before another thread sees it.
  @usableFromInline
  func record(
    isVariable: Bool,
    strategy: ReplayStrategy,
    name: String?,
    fileID: StaticString,
    line: UInt
  ) {
    let kind = isVariable ? PairRecord.Kind.variable : .pair
    let record = PairRecord(kind, of: Value.self, strategy: strategy, name: name, fileID: fileID, line: line)
    self.record = record
    Inspection.add(record)
    record.add(self)
  }
}

extension AnyChannel {
  /// Records the pair that a listener joins.
  @usableFromInline func recordJoin(of disposable: Disposable) {
    if let record { disposable.record(source: record) }
  }

  /// Has the holder of the gate begin or end to probe the channel, as the inspector runs or not.
  func updateProbe() {
    let request = ProbeRequest()
    guard enterBriefly(orPush: request) else { return }
    performPlainly(request)
    gate.leaveBriefly(quiet: isQuiet)
    // The observer may be released with the request.
    withExtendedLifetime(request) {}
  }

  /// For the holder of the gate: replaces the probe if the session is another one. The present session is read here, so
  /// that the order of requests does not matter.
  func performUpdate(_ request: ProbeRequest) {
    let next = Inspection.probe
    if probe?.session == next?.session { return }
    (request.removed.probe, probe) = (probe, next)
    request.removed.listener = replaceProbe()
  }

  /// For the holder of the gate: puts the probe back into the table after all listeners were removed.
  func keepProbe(of request: RemovalRequest) {
    if let probe = request.removed.removeProbe() { listeners.append(probe) }
  }
}
#endif
