#if NATS
import Airwave

@testable import AirwaveNATS

/// What senders and the stream do.
extension History {
  mutating func broadcast(_ index: Int) {
    for _ in 0...draw(3) where senders[index].rest > 0 && !senders[index].isDead {
      senders[index].rest -= 1
      senders[index].values.append(valueCount)
      valueCount += 1
      _ = senders[index].outbox.append([])
    }
  }

  mutating func publish(_ index: Int) {
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

  mutating func store(_ message: Outbox.Message, of index: Int) {
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
  mutating func append(_ id: MessageID?, value: Int) {
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

  mutating func answer(_ index: Int) {
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
#endif
