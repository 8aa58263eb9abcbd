#if Inspector
import Synchronization

/// What is recorded of a listener while it is attached.
///
/// A sink is built from the listener to the source. The operators are therefore noted in that order.
extension Disposable {
  /// The record, which is made when something is recorded for the first time.
  var record: ListenerRecord { hooks.record.load() ?? hooks.record.storeIfNil(ListenerRecord(owner: owner)) }

  /// Adds the record to those of the process.
  private func register() {
    let record = record
    if !hasEnded { Inspection.add(record) }
    // A thread that has ended the listener meanwhile may not have seen the record.
    if hasEnded { record.end() }
  }

  /// Called when the listener ends, and before the disposable is deinitialized.
  func endRecord() {
    hooks.record.load()?.end()
  }

  /// Records where the listener was made, and the type of its owner. The caller is where the owner may be used.
  @usableFromInline func record(_ fileID: StaticString, _ line: UInt) {
    record.setPlace(fileID, line, owner: owner?.object.map { type(of: $0) })
    register()
  }

  @usableFromInline func record(operator name: OperatorName) {
    if let name = name.text, !isPeek { record.addOperator(name) }
  }

  @usableFromInline func record(isolation: any Actor) {
    record.setIsolation(type(of: isolation))
  }

  /// Counts a value that was posted to the actor of this listener and waits for its turn.
  @usableFromInline func recordPost() {
    if Inspection.isRunning { hooks.record.load()?.countWaiting(1) }
  }

  /// Counts a turn that the actor of this listener takes.
  func recordTurn() {
    if Inspection.isRunning { hooks.record.load()?.countWaiting(-1) }
  }

  /// Records the pair whose channel the listener joins.
  func record(source: PairRecord) {
    record.setSource(source)
    register()
  }

  /// Records that this listener is one of a source of another listener.
  @usableFromInline func record(asSourceOf listener: Disposable) {
    if isPeek { return }
    record.setParent(listener.record.id)
    listener.register()
  }

  /// Records that this listener is the one of the source of a shared receiver.
  func record(asSourceOf share: PairRecord) {
    record.setParent(share.id)
  }
}
#endif
