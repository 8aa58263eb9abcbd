import Airwave
import AirwaveTesting
import TestSupport
import Testing

@testable import messenger

@Suite("Messenger")
@MainActor
struct MessengerTests {
  private let clock = ManualClock()
  private let settings = Settings()

  @Test("a link that starts the app is opened once, by the router that comes later")
  func link() {
    let links = Links()
    links.open(Link(conversation: 7))
    let first = Router(links.link)
    let second = Router(links.link)
    #expect(first.conversation == 7)
    #expect(second.conversation == nil)

    links.open(Link(conversation: 8))
    #expect([first.conversation, second.conversation] == [8, 8])
  }

  @Test("a message is announced, and counted in the badge, which is empty while the app is muted")
  func badge() async {
    let (transmitter, connection) = Receiver<Message>.make()
    let account = Account(.with(connect: { connection }), settings, clock: clock)
    await clock.settle(within: .seconds(3_600))
    let (arrived, badges) = (account.arrived.record(), account.$badge.record())

    transmitter.broadcast(Message(conversation: 1, text: "Hi"))
    await clock.settle(within: .seconds(3_600))
    #expect(arrived.values.map(\.text) == ["Hi"])
    #expect(account.badge == "1")

    settings.isMuted = true
    await clock.settle(within: .seconds(3_600))
    settings.isMuted = false
    await clock.settle(within: .seconds(3_600))
    account.readAll()
    #expect(badges.values == ["", "1", "", "1", ""])
  }

  @Test("a connection that ends is made again after five seconds")
  func reconnects() async {
    let connections = Tally()
    let account = Account(
      .with(connect: {
        connections.add()
        return .empty
      }),
      settings,
      clock: clock
    )
    for count in 1...3 {
      await clock.waitForSleepers()
      #expect(connections.count == count)
      clock.advance(by: .seconds(5))
      await clock.settle(within: .seconds(3_600))
    }
    withExtendedLifetime(account) {}
  }

  @Test("drafts are saved one after the other, the newest at last, and a failure is shown")
  func drafts() async {
    let (saved, failing) = (Heard<String>(), Tally())
    let account = Account(
      .with(save: { draft in
        if failing.count > 0 { throw Offline() }
        saved.append(draft)
      }),
      settings,
      clock: clock
    )
    for letter in "draft" { account.draft.append(letter) }
    await clock.settle(within: .seconds(3_600))
    #expect(saved.values == ["d", "draft"])

    failing.add()
    account.draft = "lost"
    await clock.settle(within: .seconds(3_600))
    #expect(account.failure == "The draft was not saved.")
  }

  @Test("one search for a text that the user has finished typing")
  func search() async {
    let searched = Heard<String>()
    let search = Search(
      .with(search: { text in
        searched.append(text)
        return [Message(conversation: 1, text: text)]
      }),
      clock: clock
    )
    for text in ["s", "sw", "swift"] { search.text = text }
    clock.advance(by: .milliseconds(300))
    await clock.settle(within: .seconds(3_600))

    #expect(searched.values == ["swift"])
    #expect(search.results.map(\.text) == ["swift"])
  }

  @Test("uploads run two at a time, and show their progress")
  func uploads() async {
    let (running, counts) = (Tally(), Heard<Int>())
    let uploads = Uploads(
      .with(upload: { _, progress in
        running.add()
        counts.append(running.count)
        progress(0.5)
        await Task.yield()
        progress(1)
        running.add(-1)
      })
    )
    for name in ["a", "b", "c"] { uploads.add(name) }
    await clock.settle(within: .seconds(3_600))

    #expect(uploads.progress == ["a": 1, "b": 1, "c": 1])
    #expect(counts.values.allSatisfy { $0 <= 2 })
  }

  @Test("signing out ends all that listens and runs for the account")
  func signsOut() async {
    let tracker = ListenerTracker()
    let (transmitter, connection) = Receiver<Message>.make()
    var account: Account? = tracker.track { Account(.with(connect: { connection }), settings, clock: clock) }
    weak let released = account
    await clock.settle(within: .seconds(3_600))
    #expect(tracker.liveListeners.count == 3)

    account = nil
    await clock.settle(within: .seconds(3_600))
    #expect(released == nil)
    #expect(tracker.liveListeners == [])
    #expect(!transmitter.hasListeners)
  }
}

private struct Offline: Error {}

extension Server {
  /// A server of which a test needs one part.
  fileprivate static func with(
    connect: @escaping @Sendable () async throws -> Receiver<Message> = { .never },
    save: @escaping @Sendable (String) async throws -> Void = { _ in },
    search: @escaping @Sendable (String) async throws -> [Message] = { _ in [] },
    upload: @escaping @Sendable (String, @Sendable (Double) -> Void) async throws -> Void = { _, _ in }
  ) -> Server {
    Server(connect: connect, save: save, search: search, upload: upload)
  }
}
