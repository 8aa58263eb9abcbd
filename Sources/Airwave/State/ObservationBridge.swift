public import Observation
import Synchronization

/// Tells the Observation module when a variable is read and when it is set.
///
/// `set` stores the value, calls the listeners unless a delivery is in progress, and then notifies the registrar. The
/// registrar calls the observers of `willSet` and those of `didSet` one after the other. Both read the new value.
///
/// A variable that was never read has no observers, so that setting it does not notify the registrar. After the first
/// read every set notifies the registrar. The flag is never cleared, because an observer is registered some time after
/// it has read the value, and the variable may be set in between.
@usableFromInline
final class ObservationBridge: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let haveRead = Atomic<Bool>(false)
  /// A key path of this object. A key path of the variable would depend on the type of its value.
  private let path: any KeyPath<ObservationBridge, Void> & Sendable = \.value

  private var value: Void { () }

  @usableFromInline init() {}

  /// Called before the value is read.
  @usableFromInline func access() {
    // Relaxed: the value is read and set under the same lock. So a thread that sets it after this read sees the flag.
    if !haveRead.load(ordering: .relaxed) { haveRead.store(true, ordering: .relaxed) }
    registrar.access(self, keyPath: path)
  }

  /// Called after the value is set.
  @inlinable func notify() {
    if mayExist { notifyAll() }
  }

  // Relaxed: the caller has held the lock of the variable.
  @usableFromInline var mayExist: Bool { haveRead.load(ordering: .relaxed) }

  @usableFromInline func notifyAll() {
    registrar.withMutation(of: self, keyPath: path) {}
  }
}
