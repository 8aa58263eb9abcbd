import Airwave
import Observation

/// Settings that exist already, and know nothing of Airwave.
@Observable
@MainActor
final class Settings {
  var isMuted = false
}

/// The account of the user who is signed in. Its release signs out: all that listens or runs for it ends.
@MainActor
final class Account {
  @Broadcast var arrived: Receiver<Message>
  @Variable private(set) var unread = 0
  @Variable private var isMuted = false
  @Variable var draft = ""
  @Variable private(set) var failure: String?
  @Derived var badge: String

  private let server: Server
  private let bag = DisposeBag()

  init(_ server: Server, _ settings: Settings, clock: any Clock<Duration>) {
    self.server = server
    _badge = Derived(_unread, _isMuted) { unread, isMuted in isMuted || unread == 0 ? "" : "\(unread)" }
    bag.insert {
      server.messages(pause: .seconds(5), clock: clock).listen(with: self) { account, message in
        account.receive(message)
      }
      Receiver.observing { settings.isMuted }.listen(with: self) { account, isMuted in account.isMuted = isMuted }
      _draft.changes.listen(with: self, buffering: .newest(1)) { account, draft in await account.save(draft) }
    }
  }

  func readAll() { unread = 0 }

  private func receive(_ message: Message) {
    unread += 1
    _arrived.broadcast(message)
  }

  /// Saves a draft. One call follows the other, and what is outdated before its turn is not saved.
  private func save(_ draft: String) async {
    do {
      try await server.save(draft)
      failure = nil
    } catch {
      failure = "The draft was not saved."
    }
  }
}
