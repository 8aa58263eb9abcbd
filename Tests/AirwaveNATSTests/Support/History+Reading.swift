#if NATS
import Airwave

@testable import AirwaveNATS

/// What is heard.
extension History {
  /// - Returns: Whether there was a message.
  @discardableResult
  mutating func read(_ index: Int) -> Bool {
    let sequence = max(readers[index].position + 1, first)
    guard sequence <= stream.count else { return false }
    if sequence > readers[index].position + 1 || first > 1 { readers[index].isLimited = true }
    readers[index].position = sequence
    let message = stream[sequence - 1]
    var (verdict, lost) = readers[index].order.take(message.id, at: UInt64(sequence))
    if lost > 0, !readers[index].isLimited { fail("A message is lost, though the stream has all.") }
    if case .undecided(let from) = verdict {
      if mutation == .noLookBack {
        verdict = .heard
      } else {
        let from = min(Int(from) + (mutation == .lookBackTooShort ? 1 : 0), sequence)
        readers[index].order.readAgain(from: UInt64(from))
        readers[index].position = from - 1
        open(index)
        return true
      }
    }
    if mutation == .everyNewer, message.id != nil,
      !readers[index].heard.contains(where: { stream[$0 - 1].value == message.value })
    {
      verdict = .heard
    }
    if verdict == .impossible { fail("A message is impossible.") }
    if verdict == .heard {
      if sequence <= readers[index].handled { fail("Positions do not grow.") }
      readers[index].handled = sequence
      readers[index].heard.append(sequence)
    }
    return true
  }
}
#endif
