#if NATS
import CNATS
import Foundation

extension NATSOptions {
  /// The options as the C client takes them, which calls the client of that number back.
  func make(for urls: [String], calling number: Int) throws(NATSError) -> Handle {
    var made: OpaquePointer?
    try natsOptions_Create(&made).check()
    guard let made else { throw NATSError(NATS_NO_MEMORY) }
    do throws(NATSError) {
      try set(urls, on: made)
      try setCredentials(on: made, closure(number))
      try setSecurity(on: made)
      try setCallbacks(on: made, closure(number))
    } catch {
      natsOptions_Destroy(made)
      throw error
    }
    return Handle(pointer: made)
  }

  private func set(_ urls: [String], on options: OpaquePointer) throws(NATSError) {
    // The C client copies them.
    let texts = urls.map { strdup($0) }
    defer { texts.forEach { free($0) } }
    var servers = texts.map { UnsafePointer($0) }
    try natsOptions_SetServers(options, &servers, Int32(servers.count)).check()
    if let name { try natsOptions_SetName(options, name).check() }
    try natsOptions_SetTimeout(options, timeout.milliseconds).check()
    try natsOptions_SetReconnectWait(options, reconnectDelay.milliseconds).check()
    try natsOptions_SetReconnectJitter(options, reconnectDelay.milliseconds / 4, reconnectDelay.milliseconds).check()
    try natsOptions_SetMaxReconnect(options, .max).check()
    try natsOptions_SetPingInterval(options, pingInterval.milliseconds).check()
    try natsOptions_SetMaxPingsOut(options, 2).check()
    try natsOptions_SetWriteDeadline(options, pingInterval.milliseconds).check()
    // What is published while there is no server waits in the outbox of its pair, which knows what was acknowledged.
    try natsOptions_SetReconnectBufSize(options, 1).check()
    try natsOptions_SetFailRequestsOnDisconnect(options, true).check()
    // Otherwise a thread of the client sends once a millisecond.
    try natsOptions_SetSendAsap(options, true).check()
  }

  private func setCredentials(on options: OpaquePointer, _ closure: UnsafeMutableRawPointer?) throws(NATSError) {
    switch credentials.kind {
    case .none: break
    case .user(let name, let password): try natsOptions_SetUserInfo(options, name, password).check()
    case .token: try natsOptions_SetTokenHandler(options, { Client.all[$0]?.presentToken() }, closure).check()
    case .file(let path): try natsOptions_SetUserCredentialsFromFiles(options, path, nil).check()
    case .signed:
      try natsOptions_SetUserCredentialsCallbacks(
        options,
        { token, _, closure in Client.all[closure]?.makeSignedToken(token) ?? NATS_ERR },
        closure,
        { _, signature, count, nonce, closure in Client.all[closure]?.sign(nonce, signature, count) ?? NATS_ERR },
        closure
      ).check()
    case .key(let publicKey, _):
      try natsOptions_SetNKey(
        options,
        publicKey,
        { _, signature, count, nonce, closure in Client.all[closure]?.sign(nonce, signature, count) ?? NATS_ERR },
        closure
      ).check()
    }
  }

  private func setSecurity(on options: OpaquePointer) throws(NATSError) {
    guard security.isEncrypted else { return }
    try natsOptions_SetSecure(options, true).check()
    if security.verification == .nothing { try natsOptions_SkipServerVerification(options, true).check() }
    if let authorities = security.authorities {
      try usable(natsOptions_LoadCATrustedCertificates(options, authorities), "authorities")
    }
    if let certificate = security.certificate {
      try usable(natsOptions_LoadCertificatesChain(options, certificate, security.key), "certificate")
    }
  }

  private func usable(_ status: natsStatus, _ file: String) throws(NATSError) {
    if status != NATS_OK { throw NATSError(.untrusted, "The file of the \(file) cannot be used.") }
  }

  private func setCallbacks(on options: OpaquePointer, _ closure: UnsafeMutableRawPointer?) throws(NATSError) {
    try natsOptions_SetDisconnectedCB(options, { _, closure in Client.all[closure]?.disconnected() }, closure).check()
    try natsOptions_SetReconnectedCB(options, { _, closure in Client.all[closure]?.reconnected() }, closure).check()
    try natsOptions_SetClosedCB(options, { _, closure in Client.all[closure]?.closed() }, closure).check()
    try natsOptions_SetErrorHandler(
      options,
      { connection, _, status, closure in Client.all[closure]?.failed(connection, status) },
      closure
    ).check()
  }
}

extension NATSCredentials {
  /// Whether the C client may leave out the signature. Before its version 3.8 it leaves out each one whose first byte
  /// is zero, one of 256 (https://github.com/nats-io/nats.c/pull/705). The server sends another nonce at each connect,
  /// so that a second attempt helps. It is not made if a server that was tried later could not be reached.
  var mayLackSignature: Bool {
    switch kind {
    case .file, .signed, .key: nats_GetVersionNumber() < 0x03_08_00
    case .none, .user, .token: false
    }
  }
}

extension Duration {
  /// Whole milliseconds, at least 1, at most those of a year.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = min(self, .seconds(31_536_000)).components
    return max(1, max(seconds, 0) * 1_000 + attoseconds / (1_000_000_000_000_000 as Int64))
  }
}
#endif
