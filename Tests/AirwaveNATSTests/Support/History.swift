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

/// What happens.
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

  private mutating func breakSomething(_ index: Int) {
    switch draw(100) {
    case ..<24: changeLeader()
    case ..<40: reset(index)
    case ..<54:
      let count = senders[index].answers.count
      if count > 0 { senders[index].answers.remove(at: draw(count)) }
    case ..<64: tick(index, after: 30 * .second)
    case ..<80:
      guard !late.isEmpty else { return }
      let (sender, message) = late.remove(at: draw(late.count))
      store(message, of: sender)
    case ..<84:
      senders[index].isDead = true
      if senders.count < 8 { addSender() }
    case ..<87: now += settings.memory * 2
    default: if chance(settings.kills * 30) { resume(draw(readers.count)) }
    }
  }

  private mutating func broadcast(_ index: Int) {
    for _ in 0...draw(3) where senders[index].rest > 0 && !senders[index].isDead {
      senders[index].rest -= 1
      senders[index].values.append(valueCount)
      valueCount += 1
      _ = senders[index].outbox.append([])
    }
  }

  private mutating func publish(_ index: Int) {
    guard !senders[index].isDead else { return }
    let position = senders[index].isReading ? max(0, stream.count - draw(3)) : 0
    guard var message = senders[index].outbox.next(at: now, having: UInt64(position)) else { return }
    message = mutated(message)
    senders[index].out.append(message)
  }

  private mutating func mutated(_ message: Outbox.Message) -> Outbox.Message {
    guard var place = message.id.place else { return message }
    var epoch = message.id.epoch
    switch mutation {
    case .baseAtNewest: place.base = MessageID.Base(next: message.id.number, behind: UInt64(stream.count))
    case .baseTooHigh: place.base.next = min(place.base.next + 1, message.id.number)
    case .noSpan: place.span = 0
    case .sameIdentity: epoch = 0
    default: break
    }
    let id = MessageID(sender: message.id.sender, number: message.id.number, epoch: epoch, place: place)
    return Outbox.Message(number: message.number, order: message.order, id: id, bytes: message.bytes)
  }

  private mutating func store(_ message: Outbox.Message, of index: Int) {
    let (number, order) = (message.number, message.order)
    if settings.refusals > 0, chance(settings.refusals) {
      senders[index].answers.append(chance(300) ? .final(number) : .refused(number))
      return
    }
    let identity = Identity(sender: message.id.sender, number: message.id.number, epoch: message.id.epoch)
    if let known = identities[identity], now - known.time < settings.memory {
      senders[index].answers.append(
        .stored(number: number, order: order, sequence: known.sequence, isDuplicate: true)
      )
      return
    }
    append(message.id, value: senders[index].values[Int(number)])
    identities[identity] = (stream.count, now)
    senders[index].answers.append(.stored(number: number, order: order, sequence: stream.count, isDuplicate: false))
  }

  /// The stream has one more message. A reader that has read everything decides whether it is heard.
  private mutating func append(_ id: MessageID?, value: Int) {
    let sequence = stream.count + 1
    var isHeard = true
    if let id, let place = id.place {
      let next = expected[id.sender] ?? 0
      isHeard = UInt64(sequence) - place.base.behind <= settings.reach && id.first <= next && next <= id.number
      if isHeard { expected[id.sender] = id.number + 1 }
      if isHeard, heardAt.updateValue(sequence, forKey: value) != nil { fail("A value is the next one twice.") }
      let sender = Int(id.sender >> 32)
      if isHeard, newestHeard.updateValue(value, forKey: sender) ?? -1 > value { fail("Values are out of order.") }
    }
    stream.append(Stored(id: id, value: value, isHeard: isHeard))
    if settings.limit > 0 { first = max(first, stream.count - settings.limit + 1) }
  }

  private mutating func answer(_ index: Int) {
    guard !senders[index].answers.isEmpty else { return }
    let answer = senders[index].answers.removeFirst()
    if senders[index].isDead { return }
    var outcome = Outbox.Outcome()
    switch answer {
    case .stored(let number, let order, let sequence, let isDuplicate):
      let sequence = mutation == .everyAcknowledgment ? stream.count + 1 : sequence
      outcome = senders[index].outbox.acknowledge(
        number,
        order,
        at: UInt64(sequence),
        isDuplicate: isDuplicate,
        now
      )
    case .refused(let number): _ = senders[index].outbox.refuse(number, at: now)
    case .final(let number):
      if senders[index].outbox.giveUp(number) != nil { reported.insert(senders[index].values[Int(number)]) }
    }
    if outcome.isStreamReplaced { fail("The stream seems to be another one.") }
    if outcome.taken != nil { fail("Another process seems to have stored a message.") }
    for settled in outcome.settled {
      let value = senders[index].values[Int(settled.number)]
      if heardAt[value] ?? .max > Int(settled.sequence) { fail("What is settled is not heard.") }
    }
    for doubtful in outcome.doubtful { reported.insert(senders[index].values[Int(doubtful.number)]) }
  }
}

/// What fails.
extension History {
  /// Another server leads. What is in flight is stored in any order, lost, late, or still on its way; acknowledgments
  /// are lost. The server may remember the identity of a message that it has lost.
  private mutating func changeLeader() {
    var stored: [(sender: Int, message: Outbox.Message)] = []
    for index in senders.indices {
      let style = draw(4)
      var rest: [Outbox.Message] = []
      for message in senders[index].out {
        switch style < 2 ? style : draw(4) {
        case 0: stored.append((index, message))
        case 1:
          let id = message.id
          if chance(150) { identities[Identity(sender: id.sender, number: id.number, epoch: id.epoch)] = (0, now) }
        case 2: late.append((index, message))
        default: rest.append(message)
        }
      }
      senders[index].out = rest
      let loss = draw(3) * 450
      senders[index].answers = senders[index].answers.filter { _ in !chance(loss) }
    }
    if chance(800) { stored.shuffle(using: &random) }
    let counts = senders.map(\.answers.count)
    for (sender, message) in stored { store(message, of: sender) }
    guard chance(500) else { return }
    for index in senders.indices { senders[index].answers.removeLast(senders[index].answers.count - counts[index]) }
  }

  /// A sender loses its connection.
  private mutating func reset(_ index: Int) {
    let out = senders[index].out
    senders[index].out = []
    let count = draw(out.count + 1)
    for (place, message) in out.enumerated() {
      if place < count { store(message, of: index) } else if chance(300) { late.append((index, message)) }
    }
    senders[index].answers = []
    senders[index].outbox.disconnected()
    senders[index].outbox.reconnected()
  }

  private mutating func tick(_ index: Int, after time: Nanoseconds) {
    now += time
    senders[index].outbox.tick(at: now)
  }

  /// A reader ends and begins again behind what it has handled.
  private mutating func resume(_ index: Int) {
    let reader = readers[index]
    readers[index] = SimulatedReader(start: reader.handled + 1, settings)
    (readers[index].start, readers[index].heard) = (reader.start, reader.heard)
    readers[index].isLimited = reader.isLimited
    open(index)
  }

  /// A reader begins somewhere.
  private mutating func begin(_ index: Int) {
    readers[index] = SimulatedReader(start: chance(300) ? stream.count + 1 : 1 + draw(stream.count + 1), settings)
    open(index)
  }

  /// A reader has a consumer. Where the stream begins is known then.
  private mutating func open(_ index: Int) {
    if settings.isExclusive { return }
    readers[index].order.dropped(below: UInt64(first))
  }
}

/// What is heard.
extension History {
  /// - Returns: Whether there was a message.
  @discardableResult
  private mutating func read(_ index: Int) -> Bool {
    let sequence = max(readers[index].position + 1, first)
    guard sequence <= stream.count else { return false }
    if sequence > readers[index].position + 1 || first > 1 { readers[index].isLimited = true }
    readers[index].position = sequence
    let message = stream[sequence - 1]
    var verdict = readers[index].order.take(message.id, at: UInt64(sequence)).verdict
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
