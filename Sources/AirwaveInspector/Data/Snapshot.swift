#if Inspector
import Foundation

/// The state of the program, as `/data` shows it.
struct Snapshot: Sendable, Encodable {
  let program: String
  let session: String
  let time: Double
  let recording: Bool
  let recorded: Recorded?
  let pairs: [Pair]
  /// How many pairs are left out.
  let morePairs: Int
  let listeners: [Listener]

  struct Recorded: Sendable, Encodable {
    let bytes: Int
    let full: Bool
    let file: String?
    let failure: String?
  }

  struct Pair: Sendable, Encodable {
    let id: Int
    @OrNull var name: String?
    let file: String
    let line: UInt
    let kind: String
    let type: String
    let strategy: String
    let total: Int
    let rate: Double
    let listeners: Int
    let kept: Int
    let pending: Int
    let finished: Bool
    @OrNull var newest: String?
    @OrNull var slowest: Slowest?
    let marks: [String]
  }

  struct Slowest: Sendable, Encodable {
    let listener: Int
    let seconds: Double
  }

  struct Listener: Sendable, Encodable {
    let id: Int
    @OrNull var source: Int?
    @OrNull var parent: Int?
    let operators: [String]
    @OrNull var file: String?
    let line: UInt
    @OrNull var isolation: String?
    @OrNull var owner: String?
    let ownerGone: Bool
    let calls: Int
    let seconds: Double
    let longest: Double
    let marks: [String]
  }

  var json: Data {
    get throws { try JSONText.encoder.encode(self) }
  }

  /// The snapshot as a message to a page.
  var message: Data {
    get throws { try JSONText.encoder.encode(["snapshot": self]) }
  }
}

/// A value whose key is there also if the value is null.
@propertyWrapper
struct OrNull<Value: Sendable & Encodable>: Sendable, Encodable {
  let wrappedValue: Value?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
#endif
