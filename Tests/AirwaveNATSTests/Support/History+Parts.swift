#if NATS
import Airwave

@testable import AirwaveNATS

/// What can be wrong with the protocol, for the simulator to find.
enum Mutation: CaseIterable {
  case none
  /// The base says that a message is the next one behind the newest position that is known.
  case baseAtNewest
  /// The base says that the message behind the base is the next one already.
  case baseTooHigh
  /// A message does not stand for the numbers before it that were given up.
  case noSpan
  /// A stray is published again under the same identity.
  case sameIdentity
  /// A reader that cannot decide hears the message.
  case noLookBack
  /// A reader reads the stream again from one message too late.
  case lookBackTooShort
  /// A reader hears every message that is not a repetition.
  case everyNewer
  /// Whatever is acknowledged counts as heard.
  case everyAcknowledgment
}

/// What differs between histories.
struct Settings {
  let reach: UInt64
  let memory: Nanoseconds
  let window: Int
  let senderCount: Int
  let readerCount: Int
  let faults: Int
  let refusals: Int
  let isExclusive: Bool
  let limit: Int
  let kills: Int

  init(_ random: inout SplitMix) {
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    reach = draw(10) < 3 ? 100_000 : UInt64(20 + draw(50))
    memory = UInt64(5 + draw(draw(2) == 0 ? 40 : 600)) * History.step
    (window, senderCount, readerCount) = (1 + draw(8), 1 + draw(4), 2 + draw(3))
    faults = draw(4) == 0 ? 0 : 5 + draw(60)
    refusals = draw(4) == 0 ? 1 + draw(40) : 0
    isExclusive = draw(2) == 0
    limit = draw(5) == 0 ? 3 + draw(40) : 0
    kills = draw(3) * (2 + draw(20))
  }
}

struct Identity: Hashable {
  let sender, number, epoch: UInt64
}

struct Stored {
  let id: MessageID?
  let value: Int
  let isHeard: Bool
}

final class SimulatedSender {
  enum Answer {
    case stored(number: UInt64, order: UInt64, sequence: Int, isDuplicate: Bool)
    case refused(UInt64), final(UInt64)
  }

  var outbox: Outbox
  let isReading: Bool
  /// How many values it still sends.
  var rest: Int
  var isDead = false
  var values: [Int] = []
  var out: [Outbox.Message] = []
  var answers: [Answer] = []

  init(outbox: consuming Outbox, isReading: Bool, rest: Int) {
    (self.isReading, self.rest) = (isReading, rest)
    self.outbox = outbox
  }
}

struct SimulatedReader {
  var order: StreamOrder
  var start: Int
  var position: Int
  var handled: Int
  var heard: [Int] = []
  var isLimited = false

  init(start: Int, _ settings: Settings) {
    order = StreamOrder(start: UInt64(start), isExclusive: settings.isExclusive, reach: settings.reach)
    (self.start, position, handled) = (start, start - 1, start - 1)
  }
}
#endif
