import Synchronization

/// Why a listener ended: by a call of `finish()` or an operator, or because a pair before it was *abandoned*, which
/// means finished by the release of its last transmitter. A recorder of a test does not insist that such an end is
/// read.
///
/// Operators that listen with disposables of their own carry the mark over, before they carry the end. A listener
/// behind a junction is marked by the first abandoned source whose end it is told.
///
/// The mark is relaxed: what carries the end to the listener publishes it.
extension Disposable {
  // Both relaxed: what carries the end to the listener publishes the mark.
  package var isAbandoned: Bool { storedIsAbandoned.load(ordering: .relaxed) }

  @usableFromInline func abandon() {
    storedIsAbandoned.store(true, ordering: .relaxed)
  }

  /// Marks the listener if a source before it was abandoned.
  @usableFromInline func abandon(with source: Disposable) {
    if source.isAbandoned { abandon() }
  }
}
