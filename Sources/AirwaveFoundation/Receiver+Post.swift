public import Airwave
public import Foundation

extension Receiver {
  /// Posts a notification for every value.
  ///
  /// ```swift
  /// import AirwaveFoundation
  /// import Foundation
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let name = Notification.Name("level")
  /// receiver.post(as: name)
  ///
  /// NotificationCenter.default.receiver(for: name, of: Int.self).listen { print($0) }
  /// transmitter.broadcast(3)
  /// // 3
  /// ```
  ///
  /// The value is in the notification's `userInfo` under `Notification.valueKey`. It is posted where the broadcast is made,
  /// and `broadcast` returns when all observers have seen it; put `receive(on:)` before this to have it posted elsewhere.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The object that posts, held weakly, or `nil`. The posting ends with it.
  ///   - center: Where to post it. It is kept until the posting ends.
  ///   - fileID: Where a `ListenerTracker` says that the posting was asked for.
  ///   - line: As `fileID`.
  /// - Returns: What ends the posting. It ends with the pair otherwise.
  /// - Complexity: One post for each value.
  @discardableResult
  public func post(
    as name: Notification.Name,
    object: (any AnyObject & Sendable)? = nil,
    to center: NotificationCenter = .default,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    if let object { return post(as: name, by: object, to: center, fileID, line) }
    return listen(
      to: { value in Posting(value, as: name).post(by: nil, to: center) },
      fileID: fileID,
      line: line
    )
  }

  private func post(
    as name: Notification.Name,
    by object: some AnyObject & Sendable,
    to center: NotificationCenter,
    _ fileID: StaticString,
    _ line: UInt
  ) -> Disposable {
    listen(
      with: object,
      { object, value in Posting(value, as: name).post(by: object, to: center) },
      fileID: fileID,
      line: line
    )
  }
}

extension Notification {
  /// Where in its `userInfo` a notification has the value that `Receiver.post(as:object:to:fileID:line:)` posted.
  public static let valueKey = "AirwaveValue"
}

extension NotificationCenter {
  /// Makes a receiver of the values that another one posts, with `Receiver.post(as:object:to:fileID:line:)`.
  ///
  /// Notifications that others post are passed over, for nothing says that what they carry is `Sendable`.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - type: The type of the values. Notifications without a value of this type are passed over.
  ///   - object: Who must have posted it, held weakly; nobody in particular if `nil`.
  /// - Returns: A receiver of the values, as in ``receiver(for:object:)``.
  /// - Complexity: As ``receiver(for:object:)``.
  public func receiver<Value: Sendable>(
    for name: Notification.Name,
    of type: Value.Type,
    object: (any AnyObject & Sendable)? = nil
  ) -> Receiver<Value> {
    receiver(for: name, object: object) { notification in
      // Check presence first: casting a missing value to an optional type would succeed with `nil`.
      guard let value = Posting.value(in: notification) else { return nil }
      return value as? Value
    }
  }
}
