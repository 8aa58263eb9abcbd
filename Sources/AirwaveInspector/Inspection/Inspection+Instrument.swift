#if Inspector
package import Airwave
import Synchronization

// What the engine tells of pairs and listeners while they live.

// MARK: Pairs

extension Inspection {
  package func made<Value>(
    _ channel: Channel<Value>,
    isVariable: Bool,
    name: String?,
    fileID: StaticString,
    line: UInt
  ) {
    let (kind, strategy) = (isVariable ? PairRecord.Kind.variable : .pair, channel.strategy)
    let record = PairRecord(kind, of: Value.self, strategy: strategy, name: name, fileID: fileID, line: line)
    channel.hooks.record = record
    Self.add(record)
    record.add(channel)
  }

  package func hooks<Value: Sendable>(ofShared type: Value.Type, strategy: ReplayStrategy) -> PairHooks {
    let record = PairRecord(.share, of: type, strategy: strategy)
    Self.add(record)
    var hooks = PairHooks()
    hooks.record = record
    return hooks
  }

  package func connected(_ channel: AnyChannel, by source: Disposable) {
    guard let pair = channel.pair else { return }
    pair.add(channel)
    source.record.setParent(pair.id)
  }

  package func released(_ channel: AnyChannel) {
    channel.pair?.remove(channel)
  }

  package func released(_ share: PairHooks) {
    pair(share.record)?.release()
  }

  package func joined(_ channel: AnyChannel, _ listener: Disposable) {
    guard let pair = channel.pair else { return }
    listener.record.setSource(pair)
    listener.register()
  }
}

extension AnyChannel {
  /// The record of the pair. Nil for a channel that is no pair, as in a junction. Any thread may ask: of the hooks,
  /// only the record is loaded.
  var pair: PairRecord? { AirwaveInspector.pair(hooks.record) }
}

private func pair(_ record: (any AnyObject & Sendable)?) -> PairRecord? {
  record.map { unsafeDowncast($0, to: PairRecord.self) }
}

// MARK: Listeners

extension Inspection {
  package func made(_ listener: Disposable, _ fileID: StaticString, _ line: UInt) {
    // The caller is where the owner may be used.
    listener.record.setPlace(fileID, line, owner: listener.owner?.object.map { type(of: $0) })
    listener.register()
  }

  package func made(_ source: Disposable, asSourceOf listener: Disposable) {
    if source.isPeek { return }
    source.record.setParent(listener.record.id)
    listener.register()
  }

  package func passed(_ listener: Disposable, through name: OperatorName) {
    if let name = name.text, !listener.isPeek { listener.record.addOperator(name) }
  }

  package func times(_ listener: Disposable, on isolation: (any Actor)?) -> Bool {
    if let isolation { listener.record.setIsolation(type(of: isolation)) }
    if !Self.isRunning { return false }
    listener.record.timeAtClosure()
    return true
  }

  package func call(_ listener: Disposable, _ body: () -> Void) {
    // After the inspector was stopped, the clock is not read.
    if !Self.isRunning { return body() }
    let stopwatch = Stopwatch()
    body()
    let session = Self.session
    if session != 0 { listener.record.add(stopwatch, in: session, atClosure: true) }
  }

  package func waiting(_ listener: Disposable, _ change: Int) {
    if Self.isRunning { listener.existingRecord?.countWaiting(change) }
  }

  package func ended(_ listener: Disposable) {
    listener.existingRecord?.end()
  }
}

extension Disposable {
  /// The record, if something was recorded.
  fileprivate var existingRecord: ListenerRecord? {
    hooks.record.load().map { unsafeDowncast($0, to: ListenerRecord.self) }
  }

  /// The record, which is made when something is recorded for the first time.
  var record: ListenerRecord {
    existingRecord ?? unsafeDowncast(hooks.record.storeIfNil(ListenerRecord(owner: owner)), to: ListenerRecord.self)
  }

  /// Adds the record to those of the process.
  fileprivate func register() {
    let record = record
    if !isDisposed { Inspection.add(record) }
    // A thread that has ended the listener meanwhile may not have seen the record.
    if isDisposed { record.end() }
  }
}
#endif
