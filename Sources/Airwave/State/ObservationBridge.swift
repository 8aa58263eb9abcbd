public import Observation
import Synchronization

/// Tells the Observation module that a variable is read and set.
///
/// One that nobody has ever read has no observers, and does not pay for them when it is set. Once it is read it may have some
/// for good: they are registered some time after they have read, behind sets that come in between.
@usableFromInline
final class ObservationBridge: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let haveRead = Atomic<Bool>(false)
  /// Not a key path of the variable, which would depend on the type of its value.
  private let path: any KeyPath<ObservationBridge, Void> & Sendable = \.value

  private var value: Void { () }

  @usableFromInline init() {}

  /// Called before the value is read.
  @usableFromInline func access() {
    // Whoever sets the variable after this value is read sees the mark, for the two enter the same room.
    if !haveRead.load(ordering: .relaxed) { haveRead.store(true, ordering: .relaxed) }
    registrar.access(self, keyPath: path)
  }

  /// Called after the value is set.
  @inlinable func notify() {
    if mayExist { notifyAll() }
  }

  @usableFromInline var mayExist: Bool { haveRead.load(ordering: .relaxed) }

  @usableFromInline func notifyAll() {
    registrar.withMutation(of: self, keyPath: path) {}
  }
}
