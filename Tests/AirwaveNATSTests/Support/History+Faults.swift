#if NATS
import Airwave

@testable import AirwaveNATS

/// What fails.
extension History {
  mutating func breakSomething(_ index: Int) {
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

  mutating func tick(_ index: Int, after time: Nanoseconds) {
    now += time
    senders[index].outbox.tick(at: now)
  }

  /// A reader ends and begins again behind what it has handled.
  mutating func resume(_ index: Int) {
    let reader = readers[index]
    readers[index] = SimulatedReader(start: reader.handled + 1, settings)
    (readers[index].start, readers[index].heard) = (reader.start, reader.heard)
    readers[index].isLimited = reader.isLimited
    open(index)
  }

  /// A reader begins somewhere.
  mutating func begin(_ index: Int) {
    readers[index] = SimulatedReader(start: chance(300) ? stream.count + 1 : 1 + draw(stream.count + 1), settings)
    open(index)
  }

  /// A reader has a consumer. Where the stream begins is known then.
  mutating func open(_ index: Int) {
    if settings.isExclusive { return }
    readers[index].order.dropped(below: UInt64(first))
  }
}
#endif
