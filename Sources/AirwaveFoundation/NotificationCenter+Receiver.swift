public import Airwave
public import Foundation

extension NotificationCenter {
  /// Makes a receiver that tells when a notification is posted.
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
  /// The center has an observer while somebody listens, one for all listeners, and none otherwise. It is there when the
  /// first `listen` has returned. Listeners without isolation run where the notification is posted.
  ///
  /// Neither the receiver nor its listeners keep the center alive. When it is gone, the receiver finishes.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: Who must have posted it, held weakly; nobody in particular if `nil`.
  /// - Returns: A receiver without replay. For one that replays, put `share(strategy:)` behind it, or `forward(to:)` a pair.
  /// - Complexity: O(1) for each notification of that name and each listener; keeps nothing.
  public func receiver(for name: Notification.Name, object: (any AnyObject & Sendable)? = nil) -> Receiver<Void> {
    receiver(for: name, object: object) { _ in () }
  }

  /// Makes a receiver of what notifications bring along.
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
  /// A notification is not `Sendable`: take out of it what listeners must know. All else is as in
  /// ``receiver(for:object:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: Who must have posted it, held weakly; nobody in particular if `nil`.
  ///   - transform: Makes a value of a notification, or `nil` to pass over it. Runs once for each, where it is posted.
  /// - Returns: A receiver of the values, without replay.
  /// - Complexity: One call for each notification of that name and poster, and O(1) for each listener; keeps nothing.
  public func receiver<Value: Sendable>(
    for name: Notification.Name,
    object: (any AnyObject & Sendable)? = nil,
    _ transform: @escaping @Sendable (Notification) -> Value?
  ) -> Receiver<Value> {
    let poster = Poster(object)
    return .create { [weak self] transmitter in
      // Without a center this lets go of the transmitter, which finishes the pair.
      guard let center = self else { return Disposable {} }
      let token = center.addObserver(forName: name, object: nil, queue: nil) { notification in
        guard poster.matches(notification), let value = transform(notification) else { return }
        transmitter.broadcast(value)
      }
      let observation = Observation(center: center, token: token)
      // The token is only handed back to the center, which takes it on any thread.
      return Disposable(onAnyThread: observation.end)
    }
  }
}

/// Who must have posted a notification.
///
/// The center is not asked for the notifications of one object, because on Linux it knows only those that inherit from
/// `NSObject`, and holds them strongly.
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

/// An observer of a center, both of which may be gone: the center holds the observer, and the observer all that listens.
private struct Observation {
  private weak var center: NotificationCenter?
  #if canImport(Darwin)
  // The token is the observer, which the center holds.
  private weak var token: (any NSObjectProtocol)?
  #else
  // The token is a mere name of the observer.
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
