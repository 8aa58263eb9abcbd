import Airwave
import AirwaveTesting
import Testing

/// An issue that was recorded, as a test sees it.
struct Recorded: Sendable {
  let line: Int?
  let text: String
}

/// The issues that a check records; it must record some.
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
