import Dispatch

#if canImport(CDispatch)
// Declares functions that Dispatch hides here. Darwin has them under other names.
import CDispatch
#endif

/// Whether the caller runs on the main actor.
///
/// The main actor runs on the main queue, but the thread that serves this queue varies: on Linux, an asynchronous
/// `main` leaves the first thread, so a check for the main thread would be wrong. A key that is set on the queue itself
/// gives the right answer.
@usableFromInline package enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  // The addresses of the labels of the main queue, and of the queue that the caller runs on. No other queue has the
  // label of the main queue.
  #if canImport(CDispatch)
  private static let label = UInt(bitPattern: dispatch_queue_get_label(dispatch_get_main_queue()))
  private static var currentLabel: UInt { UInt(bitPattern: dispatch_queue_get_label(nil)) }
  #else
  private static let label = UInt(bitPattern: __dispatch_queue_get_label(DispatchQueue.main))
  private static var currentLabel: UInt { UInt(bitPattern: __dispatch_queue_get_label(nil)) }
  #endif

  /// Comparing labels takes a few nanoseconds. Looking up the key takes some forty, and also finds queues whose target
  /// is the main queue.
  ///
  /// Inside `queue.sync`, called by main-actor code, this is false: Dispatch tells of the other queue alone.
  @usableFromInline package static var isCurrent: Bool {
    currentLabel == label || DispatchQueue.getSpecific(key: key) != nil
  }

  /// Whether a queue is the main queue.
  static func isMain(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) != nil }
}
