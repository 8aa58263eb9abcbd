public import Observation
import Synchronization

/// Tells the Observation module when a variable is read and when it is set.
///
/// `set` stores the value, calls the listeners unless a delivery is in progress, and then notifies the registrar. The
/// registrar calls the observers of `willSet` and those of `didSet` one after the other. Both read the new value.
///
/// A variable that was never read has no observers, so that setting it does not notify the registrar. After the first
/// read every set notifies the registrar. That flag is never cleared, because an observer is registered some time after
/// it has read the value, and the variable may be set in between.
///
/// The registrar does not notify an observer of a set that is made after the read, on another thread, and before the
/// observer is registered. An observer that has read the value on the main actor is registered before the main actor
/// runs other code. So after a set that is made elsewhere, a reminder notifies the registrar once more, on the main
/// actor. It is scheduled only if the value was read there since the last set: an observer that has not read the value
/// since then is told by that set, if it was made on the main actor, or by its reminder. A block of a queue whose
/// target is the main queue counts as the main actor, whose other code does not run meanwhile.
@usableFromInline final class ObservationBridge: Observable, Sendable {
  private enum Flags {
    /// Whether the value was read on the main queue since the last set.
    static let isReadOnMainQueue: UInt8 = 1
    /// Whether a reminder is scheduled that has not begun.
    static let isReminderPending: UInt8 = 2
  }

  private let registrar = ObservationRegistrar()
  private let haveRead = Atomic<Bool>(false)
  private let flags = Atomic<UInt8>(0)
  /// A key path of this object. A key path of the variable would depend on the type of its value.
  private let path: any KeyPath<ObservationBridge, Void> & Sendable = \.value

  private var value: Void { () }

  @usableFromInline init() {}

  /// Called before the value is read.
  @usableFromInline func access() {
    // Relaxed: the value is read and set under the same lock. So a thread that sets it after this read sees the flag.
    if flags.load(ordering: .relaxed) & Flags.isReadOnMainQueue == 0 { noteRead() }
    registrar.access(self, keyPath: path)
  }

  private func noteRead() {
    if !haveRead.load(ordering: .relaxed) { haveRead.store(true, ordering: .relaxed) }
    if MainQueue.isCurrent { flags.bitwiseOr(Flags.isReadOnMainQueue, ordering: .relaxed) }
  }

  /// Called after the value is set.
  @inlinable func notify() {
    if mayExist { notifyAll() }
  }

  // Relaxed: the caller has held the lock of the variable.
  @usableFromInline var mayExist: Bool { haveRead.load(ordering: .relaxed) }

  @usableFromInline func notifyAll() {
    // Before the observers are called: if an observer has the value read again on the main actor, that comes after the
    // reminder, which therefore does not tell the observer twice.
    if flags.load(ordering: .relaxed) & Flags.isReadOnMainQueue != 0 { remind() }
    registrar.withMutation(of: self, keyPath: path) {}
  }

  private func remind() {
    // Of several threads, the one that clears the flag schedules the reminder.
    let former = flags.bitwiseAnd(~Flags.isReadOnMainQueue, ordering: .relaxed).oldValue
    if former & Flags.isReadOnMainQueue == 0 || MainQueue.isCurrent { return }
    // Releases the set to a reminder that is pending, which acquires it.
    let pending = flags.bitwiseOr(Flags.isReminderPending, ordering: .releasing).oldValue
    if pending & Flags.isReminderPending != 0 { return }
    hop(to: MainActor.shared) { [self] in
      flags.bitwiseAnd(~Flags.isReminderPending, ordering: .acquiring)
      registrar.withMutation(of: self, keyPath: path) {}
    }
  }
}
