#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !targetEnvironment(macCatalyst))
import Airwave
import AirwaveFoundation
import Foundation

extension Receiver<Void> {
  /// Makes a receiver of the notifications with a name that an object posts on the main actor. Finishes when the object
  /// is deinitialized.
  @MainActor
  static func notifications<Sender: NSObject & Sendable>(
    _ name: Notification.Name,
    of sender: Sender
  ) -> Receiver<Void> {
    .onMain { [weak sender] transmitter in
      guard let sender else { return {} }
      let posts = NotificationCenter.default.receiver(for: name, object: sender).forward(to: transmitter)
      // The center retains its observer. The object therefore retains what ends the observation.
      let observation = posts.scoped()
      Association.add(observation, to: sender)
      return { [weak sender, weak observation] in
        guard let sender, let observation else { return }
        observation.dispose()
        Association.remove(observation, from: sender)
      }
    }
  }
}
#endif
