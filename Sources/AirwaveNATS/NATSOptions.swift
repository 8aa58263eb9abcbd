#if NATS
import Airwave

/// How to connect.
///
/// ```swift
/// import AirwaveNATS
///
/// var options = NATSOptions()
/// options.name = "checkout"
/// options.credentials = .user("checkout", password: "secret")
/// options.inboxPrefix = "_checkout"
/// options.timeout = .seconds(2)
/// options.startTimeout = .seconds(30)
/// options.reconnectDelay = .milliseconds(100)
/// options.pingInterval = .seconds(5)
/// options.heartbeat = .seconds(2)
/// options.bufferLimit = 8 << 20
/// options.messageLimit = 64 << 10
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"], options: options)
/// let carts = try await network.makeTransmitter(Int.self, subject: "carts")
/// print(try await carts.send(7))
/// // 1
/// ```
public struct NATSOptions: Sendable {
  /// A name that the server shows to its operator.
  public var name: String?
  /// The credentials of this process. If there are any, addresses with credentials are refused.
  public var credentials = NATSCredentials.none
  /// Whether the connection is encrypted, and which certificates it trusts.
  public var security = NATSSecurity.none

  /// How long the server may take to accept a connection or to answer a request, for how long
  /// ``NATSConnection/close()`` waits for what is not acknowledged, and how long a replay may make no progress while
  /// something is wrong.
  public var timeout = Duration.seconds(5)
  /// How long to wait for a server that cannot be reached when the connection is made. With `.zero`,
  /// ``NATSConnection/connect(to:options:)`` throws at once.
  public var startTimeout = Duration.zero
  /// How long to wait between two attempts to reach the same server again.
  public var reconnectDelay = Duration.milliseconds(250)
  /// How often to send a ping to a silent server. When two are not answered, the connection counts as lost.
  public var pingInterval = Duration.seconds(10)
  /// How often the server sends a heartbeat for a stream when there is nothing to hear. After twice that time, and half
  /// a second, without a heartbeat the stream is read anew: that is how long the loss of a server of a cluster can stay
  /// unnoticed.
  public var heartbeat = Duration.seconds(1)

  /// What the subjects begin with to which the server answers this process. It subscribes to `<prefix>.>`. Give each
  /// user a prefix of its own, and the permission to subscribe to that alone, so that no user hears the answers to
  /// another.
  public var inboxPrefix = "_INBOX"

  /// How many bytes of a pair may wait for acknowledgment. What is broadcast beyond that is reported as a failure. A
  /// negative limit stops the program when it connects.
  public var bufferLimit = 64 << 20
  /// How many bytes a message may have to be decoded. A larger one is reported as a failure. A negative limit stops the
  /// program when it connects.
  public var messageLimit = 1 << 20

  /// No credentials, no encryption.
  public init() {}

  /// Stops the program if a limit is negative (Contract 12).
  func requireValid() {
    requireNonNegative(bufferLimit, "bufferLimit")
    requireNonNegative(messageLimit, "messageLimit")
  }
}

/// The credentials with which a process connects to a server.
///
/// It shows no secret when it is printed.
///
/// ```swift
/// import AirwaveNATS
///
/// print(NATSCredentials.user("shop", password: "secret"), NATSCredentials.token("secret"), NATSCredentials.none)
/// // user token none
/// ```
public struct NATSCredentials: Sendable, CustomStringConvertible, CustomReflectable {
  enum Kind: Sendable {
    case none
    case user(String, password: String)
    case token(@Sendable () throws -> String)
    case file(String)
    case signed(@Sendable () throws -> (token: String, seed: String))
    case key(String, seed: @Sendable () throws -> String)
  }

  let kind: Kind

  var areGiven: Bool { if case .none = kind { false } else { true } }

  /// No name and no secret.
  public static var none: NATSCredentials { NATSCredentials(kind: .none) }

  /// A name and a password.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// var options = NATSOptions()
  /// options.credentials = .user("shop", password: "secret")
  /// print(options.credentials)
  /// // user
  /// ```
  public static func user(_ name: String, password: String) -> NATSCredentials {
    NATSCredentials(kind: .user(name, password: password))
  }

  /// A secret that is shared with the server.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// var options = NATSOptions()
  /// options.credentials = .token("secret")
  /// print(options.credentials)
  /// // token
  /// ```
  public static func token(_ token: String) -> NATSCredentials {
    .token(by: { token })
  }

  /// A secret that is shared with the server, and that changes.
  ///
  /// ```swift
  /// import AirwaveNATS
  /// import Foundation
  ///
  /// var options = NATSOptions()
  /// options.credentials = .token { try String(contentsOfFile: "/run/shop/token", encoding: .utf8) }
  /// print(options.credentials)
  /// // token
  /// ```
  ///
  /// - Parameter make: Returns the present token. It is called at each log-in, and must return before the server's
  ///   limit for one, which is two seconds by default: fetch the token elsewhere, and return what you have. If it
  ///   throws, the token of the log-in before is sent, or none at the first one, and ``NATSConnection/failures``
  ///   reports the error. A server that refuses a token twice in a row ends the connection.
  /// - Returns: Credentials for each connect.
  public static func token(by make: @escaping @Sendable () throws -> String) -> NATSCredentials {
    NATSCredentials(kind: .token(make))
  }

  /// A token that an operator's tool has signed (a JWT), and the seed of the key to prove that it is yours, which both
  /// change.
  ///
  /// ```swift
  /// import AirwaveNATS
  /// import Foundation
  ///
  /// var options = NATSOptions()
  /// options.credentials = .signed {
  ///   let lines = try String(contentsOfFile: "/run/shop/token", encoding: .utf8).split(separator: "\n")
  ///   guard lines.count == 2 else { throw CocoaError(.fileReadCorruptFile) }
  ///   return (token: String(lines[0]), seed: String(lines[1]))
  /// }
  /// print(options.credentials)
  /// // signed
  /// ```
  ///
  /// - Parameter make: Returns the present token and seed. It is called at each log-in, and must return before
  ///   the server's limit for one, which is two seconds by default. If it throws, the first connect fails with that
  ///   error, and a later one is made again: ``NATSConnection/failures`` and ``NATSPair/state`` say why. A server that
  ///   refuses a token twice in a row ends the connection.
  /// - Returns: Credentials for each connect.
  public static func signed(
    by make: @escaping @Sendable () throws -> (token: String, seed: String)
  ) -> NATSCredentials {
    NATSCredentials(kind: .signed(make))
  }

  /// A key (nkey) that the server knows. The seed does not leave this process: the server sends a text, which is signed
  /// with it.
  ///
  /// ```swift
  /// import AirwaveNATS
  /// import Foundation
  ///
  /// var options = NATSOptions()
  /// options.credentials = .nkey("UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4") {
  ///   try String(contentsOfFile: "/run/shop/seed", encoding: .utf8)
  /// }
  /// print(options.credentials)
  /// // nkey
  /// ```
  ///
  /// - Parameters:
  ///   - publicKey: The public key, which begins with `U`.
  ///   - seed: Returns the seed, which begins with `SU`. It is called at each log-in, and must return
  ///     before the server's limit for one, which is two seconds by default. If it throws, the first connect fails with
  ///     that error, and a later one is made again: ``NATSConnection/failures`` and ``NATSPair/state`` say why.
  /// - Returns: Credentials for each connect.
  public static func nkey(
    _ publicKey: String,
    seed: @escaping @Sendable () throws -> String
  ) -> NATSCredentials {
    NATSCredentials(kind: .key(publicKey, seed: seed))
  }

  /// A file of an operator's tool: a token that is signed, and the key to prove that it is yours.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// var options = NATSOptions()
  /// options.credentials = .file("/etc/shop/checkout.creds")
  /// print(options.credentials)
  /// // file
  /// ```
  public static func file(_ path: String) -> NATSCredentials {
    NATSCredentials(kind: .file(path))
  }

  /// What kind of credentials these are.
  public var description: String {
    switch kind {
    case .none: "none"
    case .user: "user"
    case .token: "token"
    case .file: "file"
    case .signed: "signed"
    case .key: "nkey"
    }
  }

  /// Shows nothing: `dump` and debuggers would otherwise show the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Whether a connection is encrypted, and which certificates it trusts.
///
/// ```swift
/// import AirwaveNATS
///
/// var options = NATSOptions()
/// print(options.security == .none)
/// options.security = .tls()
/// print(options.security == .tls(authorities: nil))
/// // true
/// // true
/// ```
public struct NATSSecurity: Sendable, Hashable {
  enum Verification: Sendable, Hashable { case host, nothing }

  let isEncrypted: Bool
  var authorities: String?
  var certificate: String?
  var key: String?
  var verification = Verification.host

  /// No encryption, unless an address begins with `tls://`, or the server requires it.
  public static var none: NATSSecurity { NATSSecurity(isEncrypted: false) }

  /// Encrypted. The server's certificate must be valid, and made out to the host that was asked for.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// var options = NATSOptions()
  /// options.security = .tls(authorities: "/etc/shop/authorities.pem")
  /// do {
  ///   _ = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"], options: options)
  /// } catch {
  ///   print(error)
  /// }
  /// // The file of the authorities cannot be used.
  /// ```
  ///
  /// - Parameters:
  ///   - authorities: A file of the certificates to trust, in PEM form. `nil` means those that the system trusts.
  ///   - certificate: A file of this process's own certificate chain, for servers that ask for one.
  ///   - key: A file of the key to it.
  /// - Returns: Security that trusts no other certificate.
  public static func tls(
    authorities: String? = nil,
    certificate: String? = nil,
    key: String? = nil
  ) -> NATSSecurity {
    NATSSecurity(isEncrypted: true, authorities: authorities, certificate: certificate, key: key)
  }

  /// Encrypted, without a look at the server's certificate: anyone between this process and the server can read and
  /// change everything. For trials.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// var options = NATSOptions()
  /// options.security = .tlsWithoutVerification
  /// do {
  ///   _ = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"], options: options)
  /// } catch {
  ///   print("The server has no certificate:", error.code)
  /// }
  /// // The server has no certificate: untrusted
  /// ```
  public static var tlsWithoutVerification: NATSSecurity {
    NATSSecurity(isEncrypted: true, verification: .nothing)
  }
}
#endif
