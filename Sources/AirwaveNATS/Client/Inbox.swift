#if NATS
import Foundation

/// The subjects to which the server answers a connection: one subscription with a wildcard, from the first moment of
/// the connection to its last, so that nothing is destroyed while the C client delivers to it.
///
/// ```
/// _INBOX.<random>.a.<session>.<number>.<order>   the acknowledgment of a publish
/// _INBOX.<random>.p.<session>.<pull>             the state of a request for messages
/// _INBOX.<random>.r.<number>                     the answer to a request
/// ```
struct Inbox: Sendable {
  enum Address: Equatable {
    /// Of a message, and of its place in the order of publishes.
    case acknowledgment(session: Int, number: UInt64, order: UInt64)
    case pull(session: Int, pull: UInt64)
    case request(UInt64)
  }

  let prefix: String
  private let prefixCharacters: [CChar]

  /// - Parameter prefix: What the server allows this process to subscribe to.
  init(prefix: String) {
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    self.prefix = "\(prefix).\(String((0..<22).map { _ in digits.randomElement() ?? "0" }))"
    prefixCharacters = self.prefix.utf8.map { CChar(bitPattern: $0) }
  }

  /// What to subscribe to.
  var subject: String { "\(prefix).>" }

  func subject(_ address: Address) -> String {
    switch address {
    case .acknowledgment(let session, let number, let order): "\(prefix).a.\(session).\(number).\(order)"
    case .pull(let session, let pull): "\(prefix).p.\(session).\(pull)"
    case .request(let number): "\(prefix).r.\(number)"
    }
  }

  /// How long the subject of an acknowledgment is at most.
  var acknowledgmentLength: Int { prefixCharacters.count + 66 }

  /// Writes what is the same in the subjects of all acknowledgments of a session. The number and the order follow.
  func write(acknowledgmentsOf session: Int, to text: inout Text) {
    text.append(prefix)
    text.append(".a.")
    text.append(UInt64(session))
    text.append(dot)
  }

  private var dot: UInt8 { UInt8(ascii: ".") }

  /// - Returns: Nil if the subject is not of this inbox: a message of a stream keeps its own subject.
  func address(of subject: UnsafePointer<CChar>) -> Address? {
    var position = prefixCharacters.count
    guard strncmp(subject, prefixCharacters, position) == 0 else { return nil }
    guard subject[position] == CChar(dot), subject[position + 1] != 0, subject[position + 2] == CChar(dot) else {
      return nil
    }
    let kind = UInt8(bitPattern: subject[position + 1])
    position += 3
    guard let first = decimal(subject, &position) else { return nil }
    if subject[position] == 0 { return kind == UInt8(ascii: "r") ? .request(first) : nil }
    guard subject[position] == CChar(dot), let session = Int(exactly: first) else { return nil }
    position += 1
    guard let second = decimal(subject, &position) else { return nil }
    if subject[position] == 0 { return kind == UInt8(ascii: "p") ? .pull(session: session, pull: second) : nil }
    guard subject[position] == CChar(dot), kind == UInt8(ascii: "a") else { return nil }
    position += 1
    guard let third = decimal(subject, &position), subject[position] == 0 else { return nil }
    return .acknowledgment(session: session, number: second, order: third)
  }
}
#endif
