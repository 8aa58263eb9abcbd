public import Airwave
public import Foundation

extension NotificationCenter {
  /// Makes a receiver that broadcasts when a notification is posted.
  ///
  /// ```swift
  /// import AirwaveFoundation
  /// import Foundation
  ///
  /// let name = Notification.Name("doorbell")
  /// NotificationCenter.default.receiver(for: name).listen { print("ring") }
  ///
  /// NotificationCenter.default.post(name: name, object: nil)
  /// // ring
  /// ```
  ///
  /// All listeners share one observer of the center. It is added before the first `listen` returns, and removed when
  /// the last listener has left. Listeners without isolation run where the notification is posted.
  ///
  /// Neither the receiver nor its listeners keep the center alive. When the center is deinitialized, the receiver
  /// finishes.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The object that must have posted the notification, held weakly. With `nil` any poster is accepted.
  ///   - fileID: The file that the inspector shows for the source. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the source.
  /// - Returns: A receiver without replay. To replay values, add `share(strategy:)`, or `forward(to:)` a pair.
  /// - Complexity: O(1) for each notification of that name and each listener; keeps nothing.
  public func receiver(
    for name: Notification.Name,
    object: (any AnyObject & Sendable)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Receiver<Void> {
    receiver(for: name, object: object, fileID: fileID, line: line) { _ in () }
  }

  /// Makes a receiver of values from the contents of notifications.
  ///
  /// ```swift
  /// import AirwaveFoundation
  /// import Foundation
  ///
  /// let name = Notification.Name("keyboard")
  /// let heights = NotificationCenter.default.receiver(for: name) { $0.userInfo?["height"] as? Int }
  /// heights.listen { print($0) }
  ///
  /// NotificationCenter.default.post(name: name, object: nil, userInfo: ["height": 216])
  /// NotificationCenter.default.post(name: name, object: nil)
  /// // 216
  /// ```
  ///
  /// A notification is not `Sendable`, so `transform` makes a value from it. All other behavior is as for
  /// ``receiver(for:object:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The object that must have posted the notification, held weakly. With `nil` any poster is accepted.
  ///   - fileID: The file that the inspector shows for the source. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the source.
  ///   - transform: Makes a value from a notification, or returns `nil` to skip it. Runs once for each notification,
  ///     where it is posted.
  /// - Returns: A receiver of the values, without replay.
  /// - Complexity: One call for each notification of that name and poster, and O(1) for each listener; keeps nothing.
  public func receiver<Value: Sendable>(
    for name: Notification.Name,
    object: (any AnyObject & Sendable)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Notification) -> Value?
  ) -> Receiver<Value> {
    let poster = Poster(object)
    return .create(fileID: fileID, line: line) { [weak self] transmitter in
      // Without a center the transmitter is released here, which finishes the pair.
      guard let center = self else { return Disposable {} }
      let token = center.addObserver(forName: name, object: nil, queue: nil) { notification in
        guard poster.matches(notification), let value = transform(notification) else { return }
        transmitter.broadcast(value)
      }
      let observation = Observation(center: center, token: token)
      // The token is only passed back to the center, which accepts it on any thread.
      return Disposable(onAnyThread: observation.end)
    }
  }
}

/// A filter for the object that has posted a notification.
///
/// The filter of the center itself is not used: on Linux it supports only objects that inherit from `NSObject`, and
/// holds them strongly.
private struct Poster: Sendable {
  private let isAnybody: Bool
  private weak var object: (any AnyObject & Sendable)?

  init(_ object: (any AnyObject & Sendable)?) {
    isAnybody = object == nil
    self.object = object
  }

  func matches(_ notification: Notification) -> Bool {
    if isAnybody { return true }
    guard let object, let poster = notification.object else { return false }
    return poster as AnyObject === object
  }
}

/// A weak reference to a center and its observer. The center holds the observer, and the observer holds the
/// transmitter.
private struct Observation {
  private weak var center: NotificationCenter?
  #if canImport(Darwin) || compiler(<6.3)
  // The token is the observer, which the center holds.
  private weak var token: (any NSObjectProtocol)?
  #else
  // Foundation as it is delivered with Swift 6.3: the token only identifies the observer, and the center does not hold
  // it.
  private let token: (any NSObjectProtocol)?
  #endif

  init(center: NotificationCenter, token: any NSObjectProtocol) {
    self.center = center
    self.token = token
  }

  func end() {
    if let center, let token { center.removeObserver(token) }
  }
}
