import Dispatch

/// Whether the caller runs on the main actor.
///
/// The main actor runs on the main queue. Which thread serves that queue varies: on Linux an asynchronous `main` leaves
/// the first thread, so that asking for the main thread would answer wrongly. A mark on the queue itself is right.
@usableFromInline
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  @usableFromInline package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
