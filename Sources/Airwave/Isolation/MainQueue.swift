import Dispatch

/// Whether the caller runs on the main actor.
///
/// The main actor runs on the main queue, but the thread that serves this queue varies: on Linux, an asynchronous
/// `main` leaves the first thread, so a check for the main thread would be wrong. A key that is set on the queue itself
/// gives the right answer.
@usableFromInline
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  @usableFromInline package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
