import Airwave
import AirwaveTesting
import Testing

extension Duration {
  /// A limit of real time that no load reaches.
  static let patience = Duration.seconds(3_600)
}

/// A recorded issue.
struct Recorded: Sendable {
  let line: Int?
  let text: String
}

/// Returns the issues that a check records. It must record at least one.
func issues(_ check: () async -> Void) async -> [Recorded] {
  let (transmitter, receiver) = Receiver<Recorded>.make()
  let recorder = receiver.record()
  await withKnownIssue(isIntermittent: true) {
    await check()
  } matching: { issue in
    transmitter.broadcast(
      Recorded(line: issue.sourceLocation?.line, text: issue.comments.map(\.rawValue).joined(separator: "\n"))
    )
    return true
  }
  return recorder.values
}
