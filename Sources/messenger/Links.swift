import Airwave

/// A link to a conversation: from a notification that was tapped, or from another app.
nonisolated struct Link: Sendable, Hashable {
  let conversation: Int
}

/// Keeps links until they are heard. The one that starts the app waits for the router, and is opened once.
@MainActor
final class Links {
  @Broadcast(.untilHeard(upTo: 10)) var link: Receiver<Link>

  /// Called by `scene(_:willConnectTo:options:)` with the link that starts the app, by `scene(_:openURLContexts:)`, and
  /// by `userNotificationCenter(_:didReceive:)`.
  func open(_ link: Link) { _link.broadcast(link) }
}

/// Shows a conversation. There is a router while the user is signed in.
@MainActor
final class Router {
  @Variable private(set) var conversation: Int?

  init(_ links: Receiver<Link>) {
    links.listen(with: self) { router, link in router.conversation = link.conversation }
  }
}
