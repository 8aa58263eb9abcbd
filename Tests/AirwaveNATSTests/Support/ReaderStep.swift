#if NATS
@testable import AirwaveNATS

/// What happens to a reader in a test.
enum ReaderStep {
  case event(ReaderEvent)
  case wait(UInt64)

  static let begin = ReaderStep.event(.begin)
  static let lost = lost(1)
  static func lost(_ pull: UInt64) -> ReaderStep { .event(.lost(pull: pull, words: "Consumer Deleted")) }
  static let disconnected = ReaderStep.event(.disconnected)
  static let reconnected = ReaderStep.event(.reconnected)
  static func created(_ attempt: UInt64, _ consumer: String, pending: UInt64 = 0) -> ReaderStep {
    .event(.created(attempt: attempt, consumer: consumer, pending: pending))
  }
  static func failed(_ attempt: UInt64) -> ReaderStep { .event(.failed(attempt: attempt, reason: .shortened)) }
  static func message(_ sequence: UInt64, _ delivery: UInt64, pending: UInt64 = 0, size: Int = 10) -> ReaderStep {
    .event(.message(ReaderMessage(sequence: sequence, delivery: delivery, pending: pending, size: size)))
  }
  static func heartbeat(_ delivery: UInt64?, of pull: UInt64 = 1) -> ReaderStep {
    .event(.heartbeat(pull: pull, delivery: delivery))
  }
  static func ended(_ pull: UInt64, tooLarge: Bool = false) -> ReaderStep {
    .event(.ended(pull: pull, isTooLarge: tooLarge))
  }
  static func limited(_ pull: UInt64, count: Int) -> ReaderStep { .event(.limited(pull: pull, count: count)) }
  static func delivered(_ count: Int, _ size: Int) -> ReaderStep { .event(.delivered(count: count, size: size)) }
}
#endif
