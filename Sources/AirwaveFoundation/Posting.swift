import Foundation
import Synchronization

/// A value that is being posted.
///
/// In a notification it is `Any`, and a cast of that to a type such as `any Sendable` succeeds with every value. So those
/// who receive it take it from here, where it has kept its type: an observer is called inside the call that posts.
final class Posting: Sendable {
  @TaskLocal private static var current: Posting?

  private let name: Notification.Name
  private let value: any Sendable
  /// The tasks that observers begin inherit the task-local value, and outlive the call that posts.
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

  /// The value of a notification, if `post(by:to:)` is posting that.
  static func value(in notification: Notification) -> (any Sendable)? {
    guard let current, !current.isOver.load(ordering: .relaxed) else { return nil }
    let isPosted = current.name == notification.name && notification.userInfo?[Notification.valueKey] != nil
    return isPosted ? current.value : nil
  }
}
