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
    /// What the closure of the user has thrown. Nil once it has returned, or the connection is restored all the same.
    var failure: NATSError?
  }

  /// Why there is no server, as far as is known.
  var disconnection: NATSError { secrets.withLock { $0.failure } ?? .disconnected }

  /// Calls the closure of the user.
  ///
  /// - Returns: Nil if it throws. The error is reported, unless the call before threw the same.
  private func made<Content>(_ make: () throws -> Content) -> Content? {
    let result = Result { try make() }
    let failure: NATSError? = if case .failure(let error) = result { NATSError(noCredentials: error) } else { nil }
    guard secrets.withLock({ exchange(&$0.failure, with: failure) }) != failure else { return try? result.get() }
    if case .failure(let error) = result { report(NATSFailure("", .credentials, error)) }
    if !isConnected { for session in sessions { session.disconnected() } }
    return try? result.get()
  }

  /// - Returns: The token of this connect, valid until the next one. That of the connect before if it could not be
  ///   made: without a token the server would refuse, and the C client gives up at the second refusal in a row.
  func presentToken() -> UnsafePointer<CChar>? {
    guard case .token(let make) = options.credentials.kind else { return nil }
    guard let text = made(make) else { return secrets.withLock { UnsafePointer($0.token?.text) } }
    let token = Token(text)
    // The former one is released outside of the lock.
    let former = secrets.withLock { exchange(&$0.token, with: token) }
    return withExtendedLifetime(former) { UnsafePointer(token.text) }
  }

  /// Makes a signed token, which the C client frees.
  func makeSignedToken(_ token: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> natsStatus {
    guard case .signed(let make) = options.credentials.kind, let credentials = made(make) else { return NATS_ERR }
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
      seed = made(make)
    } else {
      seed = secrets.withLock { $0.seed }
    }
    guard let seed else { return NATS_ERR }
    return nats_Sign(seed, nonce, signature, count)
  }
}
#endif
