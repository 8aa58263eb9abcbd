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
  /// The `userInfo` of the notification has the value under `Notification.valueKey`. The notification is posted where
  /// the broadcast is made, and all observers are called before `broadcast` returns. To post on a dispatch queue
  /// instead, put `receive(on:)` before this operator.
  ///
  /// If a receiver posts a name, and its pair sends what comes under that name, one value is posted again without end.
  /// Post values `from(_:)` an author, and hear those `notFrom(_:)` it. AirwaveFoundation has a program.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The object that posts, or `nil`. It is held weakly, and no notification is posted after it is
  ///     deinitialized.
  ///   - center: The center to post to. It is held until the listener ends.
  ///   - fileID: The file of the listener that `ListenerTracker` reports. Omit this argument and `line`.
  ///   - line: The line of the listener that `ListenerTracker` reports.
  /// - Returns: A disposable that ends the listener. Otherwise the listener ends with the pair.
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
  /// The key in `userInfo` of the value that `Receiver.post(as:object:to:fileID:line:)` has posted.
  ///
  /// ```swift
  /// import AirwaveFoundation
  /// import Foundation
  ///
  /// let center = NotificationCenter()
  /// let observer = center.addObserver(forName: Notification.Name("volume"), object: nil, queue: nil) { notification in
  ///   print(notification.userInfo?[Notification.valueKey] ?? "nothing")
  /// }
  ///
  /// let (transmitter, volumes) = Receiver<Int>.make()
  /// volumes.post(as: Notification.Name("volume"), to: center)
  /// transmitter.broadcast(7)
  /// center.removeObserver(observer)
  /// // 7
  /// ```
  public static let valueKey = "AirwaveValue"
}

extension NotificationCenter {
  /// Makes a receiver of the values that another receiver posts with `Receiver.post(as:object:to:fileID:line:)`.
  ///
  /// ```swift
  /// import AirwaveFoundation
  /// import Foundation
  ///
  /// let center = NotificationCenter()
  /// let name = Notification.Name("volume")
  /// center.receiver(for: name, of: Int.self).listen { print("volume \($0)") }
  ///
  /// let (transmitter, volumes) = Receiver<Int>.make()
  /// volumes.post(as: name, to: center)
  /// transmitter.broadcast(7)
  /// // volume 7
  /// ```
  ///
  /// Notifications that other code posts are skipped, because their content need not be `Sendable`.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - type: The type of the values. Notifications without a value of this type are skipped.
  ///   - object: The object that must have posted the notification, held weakly. With `nil` any poster is accepted.
  ///   - fileID: The file that the inspector shows for the source. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the source.
  /// - Returns: A receiver of the values, as in ``receiver(for:object:fileID:line:)``.
  /// - Complexity: As ``receiver(for:object:fileID:line:)``.
  public func receiver<Value: Sendable>(
    for name: Notification.Name,
    of type: Value.Type,
    object: (any AnyObject & Sendable)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Receiver<Value> {
    receiver(for: name, object: object, fileID: fileID, line: line) { notification in
      // Check presence first: casting a missing value to an optional type would succeed with `nil`.
      guard let value = Posting.value(in: notification) else { return nil }
      return value as? Value
    }
  }
}
