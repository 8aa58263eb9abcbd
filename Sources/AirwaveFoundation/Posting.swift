import Foundation
import Synchronization

/// A value that is being posted, in a task-local value.
///
/// The value in a notification has the type `Any`, which casts to `any Sendable` whether it is `Sendable` or not. So an
/// observer takes the value from here, where it is known to be `Sendable`. Observers are called during the call that
/// posts.
final class Posting: Sendable {
  @TaskLocal private static var current: Posting?

  private let name: Notification.Name
  private let value: any Sendable
  /// Whether the call that posts has returned. A task that an observer starts inherits the task-local value and may
  /// outlive the call.
  private let isOver = Atomic<Bool>(false)

  init(_ value: any Sendable, as name: Notification.Name) {
    self.value = value
    self.name = name
  }

  func post(by object: AnyObject?, to center: NotificationCenter) {
    Self.$current.withValue(self) {
      center.post(name: name, object: object, userInfo: [Notification.valueKey: value])
    }
    isOver.store(true, ordering: .relaxed)
  }

  /// The value of a notification, or nil if `post(by:to:)` is not posting this notification.
  static func value(in notification: Notification) -> (any Sendable)? {
    guard let current, !current.isOver.load(ordering: .relaxed) else { return nil }
    let isPosted = current.name == notification.name && notification.userInfo?[Notification.valueKey] != nil
    return isPosted ? current.value : nil
  }
}
