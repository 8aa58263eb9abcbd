#if NATS
/// A value or a message that could not be sent or read, or credentials that could not be made, and why.
/// ``NATSConnection/failures`` reports it.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let failures = network.failures.values
/// let (shares, _) = try await network.make(Double.self, subject: "shares")
/// shares.broadcast(.infinity)
///
/// await network.close()
/// for await failure in failures {
///   switch failure.content {
///   case .value(let value): print(failure.subject, "not encoded:", value, type(of: failure.reason))
///   case .unsent(let bytes): print(failure.subject, "not stored:", bytes.count, "bytes")
///   case .unread(let bytes): print(failure.subject, "not decoded:", bytes.count, "bytes")
///   case .missed(let count): print(failure.subject, "dropped by the stream:", count)
///   case .credentials: print("No credentials:", failure.reason)
///   @unknown default: print(failure)
///   }
/// }
/// // shares not encoded: inf EncodingError
/// ```
public struct NATSFailure: Sendable, CustomStringConvertible {
  /// The values or messages that were not sent or not read.
  ///
  /// Later versions may add cases, so that a `switch` needs a `default`:
  ///
  /// ```swift compile
  /// import AirwaveNATS
  ///
  /// func lossCount(of failure: NATSFailure) -> Int {
  ///   switch failure.content {
  ///   case .value, .unsent, .unread: 1
  ///   case .missed(let count): count
  ///   default: 0
  ///   }
  /// }
  /// ```
  ///
  /// Swift 6.2.3 and later compilers require the `default` in Swift 6 mode, and warn in Swift 5 mode.
  #if hasAttribute(nonexhaustive)
  @nonexhaustive
  #endif
  public enum Content: Sendable {
    /// A value that could not be encoded, or whose headers cannot be sent. It was not sent.
    case value(any Sendable)
    /// An encoded value that the server did not acknowledge. It may have been stored all the same if the connection was
    /// lost.
    case unsent([UInt8])
    /// A message that could not be decoded, or its beginning if it was too large. It was passed over.
    case unread([UInt8])
    /// How many messages the stream had dropped before this process could hear them. 0 if the stream itself is gone.
    /// The number may be too high by a few if the stream stores other subjects, too.
    case missed(Int)
    /// The closure of ``NATSOptions/credentials`` has thrown. It is called again at the next attempt to connect. Errors
    /// in a row with the same description are reported once.
    case credentials
  }

  /// The subject of the pair, or an empty one if it concerns the connection.
  public let subject: String
  /// The value or the messages that were not sent or not read.
  public let content: Content
  /// Why: a ``NATSError``, or what the coder or the closure of the credentials threw.
  public let reason: any Error

  init(_ subject: String, _ content: Content, _ reason: any Error) {
    self.subject = subject
    self.content = content
    self.reason = reason
  }

  /// A sentence for a log. It shows no value and no bytes.
  public var description: String {
    switch content {
    case .value where reason is NATSError: "\(subject): a value was not sent. \(reason)"
    case .value: "\(subject): a value was not sent. It cannot be encoded: \(type(of: reason))."
    case .unsent(let bytes): "\(subject): \(bytes.count) bytes were not sent. \(reason)"
    case .unread(let bytes): "\(subject): a message of \(bytes.count) bytes was passed over: \(type(of: reason))."
    case .missed(let count): "\(subject): \(count) messages were missed. \(reason)"
    case .credentials: NATSError(noCredentials: reason).description
    }
  }
}
#endif
