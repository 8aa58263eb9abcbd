#if canImport(UIKit) || canImport(AppKit)
import Airwave
import AirwaveFoundation
import Foundation

/// What happens in the life of an application, or of one of its scenes.
///
/// This enumeration is closed: no later version adds a case. An application is launched, comes to the front, leaves it,
/// and ends. Other news of the system, such as a warning of low memory, would have a receiver of its own.
public nonisolated enum LifecycleEvent: Hashable, Sendable {
  /// The application has launched.
  case didFinishLaunching
  /// It will be seen.
  case willEnterForeground
  /// It is in front, and the user works with it.
  case didBecomeActive
  /// It is still seen, but the user does not work with it.
  case willResignActive
  /// It is not seen.
  case didEnterBackground
  /// It will end.
  case willTerminate
}

extension Receiver<LifecycleEvent> {
  /// Makes a receiver that replays the newest of the events that were posted since this call. It never ends.
  nonisolated static func posted(
    _ names: KeyValuePairs<Notification.Name, LifecycleEvent>
  ) -> Receiver<LifecycleEvent> {
    let (transmitter, receiver) = Receiver<LifecycleEvent>.make(strategy: .warm(upTo: 1))
    for (name, event) in names {
      NotificationCenter.default.receiver(for: name) { _ in event }.forward(to: transmitter)
    }
    return receiver
  }
}
#endif
