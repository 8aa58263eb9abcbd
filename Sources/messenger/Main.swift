import Airwave

/// Signs in, receives, and signs out again.
///
/// `swift run messenger` prints:
///
/// ```
/// shows conversation 7
/// badge 1
/// badge 2
/// badge off
/// saved "Hello"
/// signed out
/// ```
@main
enum Main {
  @MainActor
  static func main() async {
    let (links, settings) = (Links(), Settings())
    links.open(Link(conversation: 7))  // The link that starts the app, before there is a router.

    let (shown, show) = AsyncStream<String>.makeStream()
    var account: Account? = Account(.sample { show.yield($0) }, settings, clock: ContinuousClock())
    let router = Router(links.link)
    print("shows conversation \(router.conversation ?? 0)")

    account?.$badge.skip(count: 1).listen { badge in show.yield(badge.isEmpty ? "badge off" : "badge \(badge)") }
    var lines = shown.makeAsyncIterator()
    for _ in 0..<2 { await print(lines.next() ?? "") }
    settings.isMuted = true
    await print(lines.next() ?? "")
    account?.draft = "Hello"
    await print(lines.next() ?? "")
    account = nil
    print("signed out")
  }
}

extension Server {
  /// A server with two messages.
  fileprivate static func sample(_ note: @escaping @Sendable (String) -> Void) -> Server {
    Server(
      connect: {
        let messages = ["Hi", "Are you there?"].map { Message(conversation: 7, text: $0) }
        return Receiver.just(messages[0], messages[1]).merge(with: .never)
      },
      save: { draft in note("saved \"\(draft)\"") },
      search: { _ in [] },
      upload: { _, progress in progress(1) }
    )
  }
}
