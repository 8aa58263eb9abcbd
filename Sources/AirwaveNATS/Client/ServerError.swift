#if NATS
/// What the numbers of the server's errors mean.
extension ServerError {
  static let messageNotFound = 10_037
  static let nameTaken = 10_058
  static let streamNotFound = 10_059
  static let subjectTaken = 10_065

  private static let invalidConfiguration = 10_052
  static let noStreaming = [10_039, 10_076]
  private static let noReplicas = 10_074
  private static let noPeers = 10_005
  /// A cluster without a leader at present, or a server that has just started.
  private static let passing = [10_003, 10_008, 10_009, 10_041, 10_104, 10_118]
  /// The cluster has not yet stored an earlier copy of the message, and may still fail to; or the stream has more to
  /// store at present than it accepts.
  private static let busy = [10_158, 10_167]
  /// No space on the disk or in memory, for the server or for the account.
  private static let full = [10_002, 10_023, 10_028, 10_047, 10_077]

  /// Whether the server has no space at present.
  var isFull: Bool { Self.full.contains(number) }

  /// Whether it makes no sense to publish the message again: the stream has answered, and not with a trouble that
  /// passes.
  var isFinal: Bool { !isFull && !Self.passing.contains(number) && !Self.busy.contains(number) && !isUnknownPassing }

  /// An old server says no number.
  private var isUnknownPassing: Bool { number == 0 && code == 503 }

  var kind: NATSError.Code {
    switch number {
    case Self.streamNotFound: .unavailable
    case 10_054: .tooLarge
    case 10_065: .streamDiffers
    case Self.noPeers: .unavailable
    case _ where Self.noStreaming.contains(number) || isFull || !isFinal: .unavailable
    default: .other
    }
  }

  /// What to do about it.
  var help: String? {
    switch number {
    case 10_076: "JetStream is off: start the server with `nats-server -js`, or configure `jetstream`."
    case 10_039: "JetStream is off for the account of this user: configure `jetstream: enabled` in it."
    case Self.noReplicas: "NATSStream.replicas above 1 needs a cluster."
    case Self.noPeers: "The cluster has fewer servers than NATSStream.replicas, or they have no space."
    case Self.invalidConfiguration: "Look at the properties of NATSStream."
    case 10_065: "Name that stream in NATSStream.name, or use another subject."
    case _ where isFull: "The server has no space for streams: look at its disk, and at the limits of the account."
    default: nil
    }
  }
}
#endif
