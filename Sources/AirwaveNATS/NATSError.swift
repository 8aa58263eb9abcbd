#if NATS
import CNATS
import Foundation

/// Why something did not work: what kind of trouble it was, and a sentence about it.
///
/// ```swift
/// import AirwaveNATS
///
/// do {
///   _ = try await NATSConnection.connect(to: ["nats://127.0.0.1:1"])
/// } catch {
///   print(error.code, error)
/// }
/// // noServer No server could be reached at nats://127.0.0.1:1.
/// ```
///
/// No password, token or key is part of it. What your own closures throw stands in it as they describe it.
public struct NATSError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Kinds of trouble.
  ///
  /// Later versions may add kinds, so that a `switch` needs a `default`:
  ///
  /// ```swift compile
  /// import AirwaveNATS
  ///
  /// func isWorthAnotherTry(_ error: NATSError) -> Bool {
  ///   switch error.code {
  ///   case .noServer, .unavailable, .timedOut: true
  ///   default: false
  ///   }
  /// }
  /// ```
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// No server of the list could be reached.
    public static var noServer: Code { Code(description: "noServer") }
    /// The server does not accept the credentials, a file of credentials cannot be used, or the closure that makes
    /// them has thrown.
    public static var unauthorized: Code { Code(description: "unauthorized") }
    /// The server, or its certificate, is not one to speak to; or a file of certificates cannot be used.
    public static var untrusted: Code { Code(description: "untrusted") }
    /// The server does not allow the subject.
    public static var notAllowed: Code { Code(description: "notAllowed") }
    /// A subject, a name of a stream or an address that cannot be one; or credentials both in an address and in
    /// ``NATSOptions/credentials``.
    public static var invalid: Code { Code(description: "invalid") }
    /// The existing stream keeps less than the strategy replays, or another subject.
    public static var streamDiffers: Code { Code(description: "streamDiffers") }
    /// The server does not store messages, or does not have the stream, or has no leader for it at present.
    public static var unavailable: Code { Code(description: "unavailable") }
    /// The server did not answer in time.
    public static var timedOut: Code { Code(description: "timedOut") }
    /// The message is larger than the server, the stream or ``NATSOptions/messageLimit`` allows.
    public static var tooLarge: Code { Code(description: "tooLarge") }
    /// There was no room: see ``NATSOptions/bufferLimit``.
    public static var bufferFull: Code { Code(description: "bufferFull") }
    /// The stream no longer has a message that should have been heard.
    public static var missed: Code { Code(description: "missed") }
    /// The stream was deleted or made again, or has lost messages that were heard, or were acknowledged here. The pair
    /// is finished. Or it ends before the position to begin at.
    public static var gone: Code { Code(description: "gone") }
    /// The connection is closed.
    public static var closed: Code { Code(description: "closed") }
    /// The task was cancelled while it waited for a server, or for what the strategy replays.
    public static var cancelled: Code { Code(description: "cancelled") }
    /// Anything else. The description says what.
    public static var other: Code { Code(description: "other") }

    /// The name of the kind, such as `noServer`.
    public let description: String
  }

  /// What kind of trouble it was.
  public let code: Code
  /// A sentence about it.
  public let description: String
  /// The number that the server gives to the error, or 0.
  let serverCode: Int

  init(_ code: Code, _ description: String, serverCode: Int = 0) {
    (self.code, self.description, self.serverCode) = (code, description, serverCode)
  }
}

extension NATSError {
  /// What a status of the client means. The client's own sentences are left out, for they may quote an address with a
  /// password in it.
  init(_ status: natsStatus) {
    switch status {
    case NATS_NO_SERVER, NATS_CONNECTION_DISCONNECTED: self.init(.noServer, "No server could be reached.")
    case NATS_CONNECTION_AUTH_FAILED: self.init(.unauthorized, "The server does not accept the credentials.")
    case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED:
      self.init(.untrusted, "There is no secure connection: \(status.text).")
    case NATS_NOT_PERMITTED: self.init(.notAllowed, "The server does not allow it.")
    case NATS_INVALID_SUBJECT, NATS_ADDRESS_MISSING, NATS_INVALID_ARG: self.init(.invalid, "\(status.text).")
    case NATS_TIMEOUT: self.init(.timedOut, "The server did not answer in time.")
    case NATS_MAX_PAYLOAD: self.init(.tooLarge, "The message is larger than the server allows.")
    case NATS_CONNECTION_CLOSED: self.init(.closed, "The connection is closed.")
    default: self.init(.other, "\(status.text).")
    }
  }

  /// There is no secure connection. What the C client says of a certificate ends in
  /// `<number>:<reason>:depth=<number>:cert=<name>:issuer=<name>`.
  init(untrusted text: String?) {
    let parts = (text ?? "").split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
    let rest = parts.dropFirst(2).joined(separator: ": ")
    let sentence =
      switch parts.lazy.compactMap({ Int32($0) }).first {
      case 9: "The server's certificate is not valid yet."
      case 10: "The server's certificate has expired."
      case 18, 19, 20, 21:
        "The server's certificate is signed by an authority that is not trusted: see NATSSecurity.tls(authorities:)."
      case 62, 64: "The server's certificate is made out to another host than the one in the address."
      default: "There is no secure connection: \(rest.isEmpty ? NATS_SSL_ERROR.text : rest)."
      }
    self.init(.untrusted, sentence)
  }

  /// No server answers at these addresses. Names and passwords in them are left out.
  init(noServerOf urls: [String]) {
    let addresses = urls.map { url in
      let parts = url.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count > 1, let address = parts.last else { return url }
      let scheme = url.range(of: "://").map { url[..<$0.upperBound] } ?? ""
      return "\(scheme)\(address)"
    }
    self.init(.noServer, "No server could be reached at \(addresses.joined(separator: ", ")).")
  }

  /// The server has said what it does not allow.
  init(notAllowed text: String) {
    let detail = text.range(of: "Permissions Violation for ", options: .caseInsensitive).map { text[$0.upperBound...] }
    self.init(
      .notAllowed,
      detail.map { "The server does not let this user \($0.prefix(1).lowercased())\($0.dropFirst())." }
        ?? "The server does not allow it."
    )
  }

  /// The consumer of a pair does not exist any more.
  init(lost words: String) {
    self.init(.unavailable, "The server does not serve the consumer any more: \(words). Another one is requested.")
  }

  /// The closure of ``NATSOptions/credentials`` has thrown.
  init(noCredentials error: any Error) {
    self.init(.unauthorized, "The credentials cannot be made: \(error)")
  }

  /// What the streaming part of the server answered.
  init(_ error: ServerError) {
    let sentence = "The server refuses: \(error.description) (\(error.number))."
    self.init(error.kind, error.help.map { "\(sentence) \($0)" } ?? sentence, serverCode: error.number)
  }

  static let closed = NATSError(NATS_CONNECTION_CLOSED)
  static let cancelled = NATSError(.cancelled, "The task was cancelled.")
  static let finished = NATSError(.closed, "The pair is finished.")
  static let disconnected = NATSError(.noServer, "The connection is lost. It is being restored.")
  static let restored = NATSError(.unavailable, "The connection is restored. A consumer is requested.")
  static let unanswered = NATSError(
    .timedOut,
    "The server does not acknowledge what is published, and says nothing: look at its log, its disk and its cluster."
  )
  static let silent = NATSError(
    .timedOut,
    "The server sends neither messages nor signs of life: look at its log, its disk and its cluster."
  )
  static let unstored = NATSError(
    .timedOut,
    "The server has not acknowledged the value in time. It may still be stored: the pair goes on trying."
  )
  static let noStream = NATSError(.unavailable, "No stream stores the subject at present.")
  static let gone = NATSError(.gone, "The stream was deleted, or has lost messages.")
  static let shortened = NATSError(.unavailable, "The stream lacks messages that were heard, or was made again.")
  static let dropped = NATSError(.missed, "The stream no longer has them.")
  static let bufferFull = NATSError(.bufferFull, "More is waiting to be acknowledged than the options allow.")
  static let taken = NATSError(.other, "Another process has stored a message under the identity of this one.")
  static let doubtful = NATSError(
    .other,
    "The server may have stored it: so much was stored meanwhile that this cannot be known any more."
  )
  static let noStreaming = NATSError(
    .unavailable,
    "The server does not answer requests for streams: start it with JetStream, `nats-server -js`."
  )

  /// Whether it may help to ask again.
  var isPassing: Bool {
    !isStreamMissing && !ServerError.noStreaming.contains(serverCode) && (code == .unavailable || code == .timedOut)
  }
  var isStreamMissing: Bool { serverCode == ServerError.streamNotFound }
  var isNameTaken: Bool { serverCode == ServerError.nameTaken }
  var isSubjectTaken: Bool { serverCode == ServerError.subjectTaken }
  var isMessageMissing: Bool { serverCode == ServerError.messageNotFound }
}

extension natsStatus {
  var text: String { String(cString: natsStatus_GetText(self)) }

  func check() throws(NATSError) {
    if self != NATS_OK { throw NATSError(self) }
  }
}
#endif
