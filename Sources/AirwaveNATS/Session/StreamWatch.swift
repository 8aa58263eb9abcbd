#if NATS
import Airwave

/// A message by which a stream is recognized. If the stream has lost its end, the message that has the position now was
/// stored at another time, and has another identity.
struct StreamMark: Equatable {
  let sequence: UInt64
  /// When it was stored, in nanoseconds since 1970. Nil if only its sender knows it.
  var time: UInt64?
  /// Its identity. Nil if its sender is another one.
  var id: MessageID?
}

/// Decides whether the stream that a server has is still the one that a session knows.
///
/// It holds the newest message that the session relies on at each of its ends: whatever the length of the stream, if
/// these messages are where they were, so is everything before them.
///
/// ```
///  ─── heard ───▶ read │ has not arrived ▶ stored │ ···
///                      └─ reading goes on here    └─ the newest value of this sender that was acknowledged
/// ```
///
/// While the stream is *in doubt*, `stored` remains what it was: a value that is acknowledged now may be stored where
/// one that is lost was. What arrives while there is no connection, the server said before it was lost, so it counts.
/// `read` needs no such care, because nothing arrives before the stream is recognized.
struct StreamWatch {
  /// What to ask the server, and since when it counts.
  struct Question: Equatable {
    let marks: [StreamMark]
    fileprivate let doubtCount: Int
  }

  private var read: StreamMark?
  private var stored: StreamMark?
  private(set) var isInDoubt = false
  private var isConnected = true
  private var doubtCount = 0
  /// Since when the server answers that the stream is missing or another one.
  private(set) var missingSince: Nanoseconds?

  /// - Parameter mark: The message behind which the session begins to read, if it is known.
  init(behind mark: StreamMark? = nil) {
    read = mark
  }

  /// A message has arrived.
  mutating func arrived(_ mark: StreamMark) {
    // The stream may be read again from an earlier message on.
    if mark.sequence > read?.sequence ?? 0 { read = mark }
  }

  /// The server has acknowledged values of this session. The mark is that of the newest of them.
  mutating func acknowledged(_ mark: StreamMark?) {
    if !isInDoubt || !isConnected { stored = mark }
  }

  /// The stream is not there at present, and may come back without its end.
  mutating func doubt() {
    isInDoubt = true
    doubtCount += 1
  }

  /// The connection is lost. What the server has answered before it is restored does not count.
  mutating func disconnected() {
    doubt()
    (isConnected, missingSince) = (false, nil)
  }

  /// The connection is restored.
  mutating func reconnected() {
    isConnected = true
  }

  /// The messages to compare.
  var question: Question {
    // What was read proves what was stored before it.
    let later = stored.flatMap { $0.sequence > read?.sequence ?? 0 ? $0 : nil }
    return Question(marks: [read, later].compactMap(\.self), doubtCount: doubtCount)
  }

  /// The server has answered.
  ///
  /// - Parameters:
  ///   - question: What it was asked.
  ///   - status: What its answers mean.
  ///   - now: The time.
  ///   - patience: For how long the stream may be missing.
  /// - Returns: Whether the stream is gone: it was missing in each answer for that time, or it is another one in the
  ///   second answer. An answer that all is well, or none, begins the time anew.
  mutating func isGone(
    _ question: Question,
    _ status: StreamStatus,
    at now: Nanoseconds,
    patience: Nanoseconds
  ) -> Bool {
    switch status {
    case .unknown, .intact:
      missingSince = nil
      // The stream may have come into doubt again since the question.
      if status == .intact, question.doubtCount == doubtCount { isInDoubt = false }
      return false
    case .replaced, .missing:
      let since = missingSince
      if since == nil { missingSince = now }
      return since.map { status == .replaced || now - $0 >= patience } ?? false
    }
  }
}
#endif
