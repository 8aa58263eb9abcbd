#if NATS
import Airwave

@testable import AirwaveNATS

/// A stream that some senders write and some readers read, while things fail: connections are lost, leaders of a
/// cluster lose messages or store them in another order, acknowledgments are lost, copies come late, and readers begin
/// anywhere. The real `Outbox` and `StreamOrder` decide. A seed determines everything.
struct History {
  /// What went wrong, if something did.
  private(set) var fault: String?

  let mutation: Mutation
  var random: SplitMix
  let settings: Settings
  var stream: [Stored] = []
  /// The sequence of the first message that the stream has.
  var first = 1
  var now = Nanoseconds.second
  var identities: [Identity: (sequence: Int, time: Nanoseconds)] = [:]
  var late: [(sender: Int, message: Outbox.Message)] = []
  var senders: [SimulatedSender] = []
  var readers: [SimulatedReader] = []
  /// By value: where it is heard, as a reader decides that has read everything; and whether it was reported.
  var heardAt: [Int: Int] = [:]
  var reported: Set<Int> = []
  var expected: [UInt64: UInt64] = [:]
  var newestHeard: [Int: Int] = [:]
  var valueCount = 0

  static let step = 20 * Nanoseconds.millisecond

  init(seed: UInt64, mutation: Mutation = .none) {
    var random = SplitMix(state: seed)
    settings = Settings(&random)
    (self.random, self.mutation) = (random, mutation)
    for _ in 0..<settings.senderCount { addSender() }
    for _ in 0..<settings.readerCount { readers.append(SimulatedReader(start: 1, settings)) }
  }

  mutating func fail(_ sentence: String) { fault = fault ?? sentence }
  mutating func draw(_ count: Int) -> Int { count <= 1 ? 0 : Int.random(in: 0..<count, using: &random) }
  mutating func chance(_ permille: Int) -> Bool { draw(1_000) < permille }

  mutating func addSender() {
    // The seed determines the identities, too.
    let identity = Lock(UInt64(senders.count) << 32)
    let outbox = Outbox(
      limit: .max,
      behind: UInt64(stream.count),
      windowCount: settings.window,
      reach: settings.reach
    ) {
      identity.withLock { identity in
        identity += 1
        return identity
      }
    }
    senders.append(SimulatedSender(outbox: outbox, isReading: chance(300), rest: 2 + draw(25)))
  }
}

/// The whole history.
extension History {
  /// Runs it, and says what went wrong.
  static func run(_ seed: UInt64, _ mutation: Mutation = .none) -> String? {
    var history = History(seed: seed, mutation: mutation)
    let count = 100 + history.draw(400)
    for _ in 0..<count where history.fault == nil {
      history.now += step
      history.happen()
    }
    history.settle()
    history.check()
    return history.fault
  }

  private mutating func happen() {
    let index = draw(senders.count)
    switch draw(1_000) {
    case ..<130: broadcast(index)
    case ..<400: publish(index)
    case ..<600: if !senders[index].out.isEmpty { store(senders[index].out.removeFirst(), of: index) }
    case ..<780: answer(index)
    case ..<920: read(draw(readers.count))
    case ..<930: if chance(200) { append(nil, value: -1) }
    case ..<980: if chance(settings.faults * 10) { breakSomething(index) }
    case ..<990: if chance(settings.kills * 20) { resume(draw(readers.count)) }
    default: if chance(60), readers.count > 1 { begin(1 + draw(readers.count - 1)) }
    }
  }

  /// Nothing fails any more: everything can be sent and heard.
  private mutating func settle() {
    var rounds = 0
    while fault == nil {
      var isIdle = true
      for index in senders.indices {
        while !senders[index].out.isEmpty {
          store(senders[index].out.removeFirst(), of: index)
          isIdle = false
        }
        while !senders[index].answers.isEmpty {
          answer(index)
          isIdle = false
        }
        if senders[index].isDead { continue }
        let before = senders[index].out.count
        publish(index)
        if senders[index].out.count > before { isIdle = false }
        if isIdle, !senders[index].outbox.isEmpty {
          tick(index, after: 31 * .second)
          isIdle = false
        }
      }
      if isIdle { break }
      rounds += 1
      if rounds > 20_000 { fail("A sender does not end.") }
    }
    while !late.isEmpty, chance(700) {
      let (sender, message) = late.removeLast()
      store(message, of: sender)
    }
    for index in readers.indices {
      var count = 0
      while fault == nil, read(index) {
        count += 1
        if count > 100_000 { fail("A reader does not end.") }
      }
    }
  }

  private mutating func check() {
    for sender in senders where !sender.isDead {
      for value in sender.values where heardAt[value] == nil && !reported.contains(value) {
        fail("A value is neither heard nor reported.")
      }
    }
    for reader in readers {
      if zip(reader.heard, reader.heard.dropFirst()).contains(where: >=) { fail("Positions do not grow.") }
      if reader.isLimited { continue }
      let expected = stream.indices.map { $0 + 1 }.filter { $0 >= reader.start && stream[$0 - 1].isHeard }
      if reader.heard != expected { fail("Readers hear different values.") }
    }
  }
}
#endif
