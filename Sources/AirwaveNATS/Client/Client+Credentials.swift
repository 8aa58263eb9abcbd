#if NATS
import Airwave
import CNATS
import Foundation

/// Credentials that are made for each connect. The thread of the C client that connects calls these, one at a time.
extension Client {
  /// What the C client was given, and does not free.
  final class Token: @unchecked Sendable {
    // Unchecked because a pointer is not `Sendable`. Nothing changes the text.
    let text: UnsafeMutablePointer<CChar>?

    init(_ text: String) {
      self.text = strdup(text)
    }

    deinit {
      free(text)
    }
  }

  struct Secrets {
    var token: Token?
    /// The seed that belongs to the newest signed token.
    var seed: String?
  }

  /// - Returns: The token of this connect, valid until the next one. That of the connect before if it could not be
  ///   made: without a token the server would refuse, and the C client gives up at the second refusal in a row.
  func presentToken() -> UnsafePointer<CChar>? {
    guard case .token(let make) = options.credentials.kind else { return nil }
    guard let text = try? make() else { return secrets.withLock { UnsafePointer($0.token?.text) } }
    let token = Token(text)
    // The former one is released outside of the lock.
    let former = secrets.withLock { exchange(&$0.token, with: token) }
    return withExtendedLifetime(former) { UnsafePointer(token.text) }
  }

  /// Makes a signed token, which the C client frees.
  func makeSignedToken(_ token: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> natsStatus {
    guard case .signed(let make) = options.credentials.kind, let credentials = try? make() else { return NATS_ERR }
    secrets.withLock { $0.seed = credentials.seed }
    token?.pointee = strdup(credentials.token)
    return NATS_OK
  }

  /// Signs what the server has sent. The C client frees the signature.
  func sign(
    _ nonce: UnsafePointer<CChar>?,
    _ signature: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ count: UnsafeMutablePointer<Int32>?
  ) -> natsStatus {
    let seed: String?
    if case .key(_, let make) = options.credentials.kind {
      seed = try? make()
    } else {
      seed = secrets.withLock { $0.seed }
    }
    guard let seed else { return NATS_ERR }
    return nats_Sign(seed, nonce, signature, count)
  }
}
#endif
