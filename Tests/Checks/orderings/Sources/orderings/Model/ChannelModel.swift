/// `Channel` and `AnyChannel`, line by line, with what a program needs of them.
struct ChannelModel {
  /// What a program is about. The operations of the other parts are left out: they are relaxed, so that no thread acquires anything
  /// by them, and each program with them has as many more executions.
  struct Parts: OptionSet {
    let rawValue: Int
    static let owner = Parts(rawValue: 1)
    static let removals = Parts(rawValue: 2)
    static let finish = Parts(rawValue: 4)
    static let replay = Parts(rawValue: 8)
  }

  let gate: GateModel
  let parts: Parts
  let listeners: [ListenerModel]
  /// What a thread has done before it broadcasts a value.
  private let payloads: [Location]
  private let isFinished: Location
  private let removals: Location
  private let taken: Location
  /// The listeners in the table, a bit for each.
  private let table: Location
  let lock: LockModel
  /// The replayed values, as the digits of a number.
  private let ring: Location
  /// How many requests the first thread performs as owner before it offers the gate, once; 0 if it never does.
  private let requestsBeforeOffer: Int

  init(
    _ memory: Memory,
    _ parts: Parts = [],
    listening: [Bool] = [],
    requestsBeforeOffer: Int = 0,
    isOwned: Bool = false
  ) {
    self.parts = parts
    self.requestsBeforeOffer = requestsBeforeOffer
    let isQuiet = !listening.contains(true) && !parts.contains(.replay)
    let word = isOwned ? GateModel.busy : isQuiet ? GateModel.quiet : GateModel.idle
    gate = GateModel(memory, word, notesOwner: parts.contains(.owner))
    listeners = listening.enumerated().map { ListenerModel(memory, number: $0, isListening: $1) }
    payloads = (0..<10).map { memory.location("payload \($0)") }
    isFinished = memory.location("isFinished")
    removals = memory.location("removals")
    taken = memory.location("taken")
    table = memory.location("table", listening.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) })
    lock = LockModel(memory)
    ring = memory.location("ring")
  }

  // MARK: For any thread

  func broadcast(_ value: Int, _ thread: Thread) throws {
    try thread.write(payloads[value], 1)
    if try gate.isQuiet(thread) { return }
    guard try gate.enterIfIdle(thread) else { return try broadcastRequest(value, thread) }
    try keepAndDeliver(value, thread)
    try leaveGate(thread)
  }

  /// `AnyChannel.broadcast`.
  func broadcastRequest(_ value: Int, _ thread: Thread) throws {
    try thread.write(payloads[value], 1)
    if try gate.enter(orPush: gate.requests.make(.broadcast, value, thread), thread) {
      try settle(first: (.broadcast, value), thread)
    } else {
      try goOn(thread)
    }
  }

  private func goOn(_ thread: Thread) throws {
    guard requestsBeforeOffer > 0, try gate.isOffered(thread), try !gate.isOwnedHere(thread) else { return }
    if try gate.takeOver(thread) { try settle(first: nil, thread) }
  }

  func submit(_ action: RequestsModel.Action, _ argument: Int, _ thread: Thread) throws {
    if try gate.enter(orPush: gate.requests.make(action, argument, thread), thread) {
      try settle(first: (action, argument), thread)
    }
  }

  func join(_ listener: ListenerModel, _ thread: Thread) throws {
    try listener.make(thread)
    if try !listener.attach(thread), try listener.takeUpstream(thread) { try leave(listener, thread) }
    guard try gate.enter(thread) else { return try submit(.join, listener.number, thread) }
    let isAdmitted = try admit(listener, thread)
    try leaveGate(thread)
    if !isAdmitted { try listener.release(thread) }
  }

  func dispose(_ listener: ListenerModel, _ thread: Thread) throws {
    if try listener.silence(thread), try listener.takeUpstream(thread) { try leave(listener, thread) }
    thread.notes.insert(listener.number)
  }

  /// `Disposable.end`.
  func end(_ listener: ListenerModel, _ thread: Thread) throws {
    if try listener.close(as: ListenerModel.ended, thread), try listener.takeUpstream(thread) {
      try leave(listener, thread)
    }
  }

  private func leave(_ listener: ListenerModel, _ thread: Thread) throws {
    if try isFinished(.leaveIsFinished, thread) { return }
    guard try gate.enter(thread) else { return try submit(.leave, listener.number, thread) }
    let isGone = try removeFromTable(listener, thread)
    try leaveGate(thread)
    if isGone { try listener.release(thread) }
  }

  func removeAllListeners(_ thread: Thread) throws {
    try thread.add(removals, 1, .removal)
    try submit(.removeAllListeners, 0, thread)
  }

  func finish(_ thread: Thread) throws {
    try submit(.finish, 0, thread)
  }

  /// - Returns: The values, and whether they are followed by the end.
  func peek(_ thread: Thread) throws -> (values: Int, isOver: Bool) {
    var isOver: Bool
    var values: Int
    repeat {
      isOver = try thread.load(isFinished, .peekBefore) == 1
      values = try replayed(thread)
    } while try isOver != (thread.load(isFinished, .peekAfter) == 1)
    return (values, isOver)
  }

  func replayed(_ thread: Thread) throws -> Int {
    parts.contains(.replay) ? try lock.withLock(thread) { try thread.read(ring) } : 0
  }

  // MARK: For the owner

  func settle(first: (RequestsModel.Action, Int)?, _ thread: Thread) throws {
    if let first { try perform(first, thread) }
    var performed = 0
    repeat {
      while let address = try nextRequest(thread) {
        try perform(gate.requests.body(of: address, thread), thread)
        try gate.requests.release(address, thread)
        performed += 1
        if thread.number == 0, performed == requestsBeforeOffer, try handOver(thread) { return }
      }
    } while try !gate.leave(quiet: isQuiet(thread), thread)
  }

  private func handOver(_ thread: Thread) throws -> Bool {
    try gate.offer(thread)
    if try !gate.isOffered(thread) { return true }
    return try !gate.takeOver(thread)
  }

  private func nextRequest(_ thread: Thread) throws -> Int? {
    var address = try thread.read(taken)
    if address == 0 { address = try gate.takeRequests(thread) }
    if address != 0 { try thread.write(taken, thread.read(gate.requests.next(of: address))) }
    return address == 0 ? nil : address
  }

  private func leaveGate(_ thread: Thread) throws {
    if try !gate.leave(quiet: isQuiet(thread), thread) { try settle(first: nil, thread) }
  }

  private func isQuiet(_ thread: Thread) throws -> Bool {
    try thread.read(table) == 0 && (!parts.contains(.replay) || isFinished(.quietIsFinished, thread))
  }

  private func isFinished(_ operation: Operation, _ thread: Thread) throws -> Bool {
    try parts.contains(.finish) && thread.load(isFinished, operation) == 1
  }

  private func perform(_ request: (RequestsModel.Action, Int), _ thread: Thread) throws {
    switch request.0 {
    case .broadcast:
      if try isFinished(.performIsFinished, thread) { return }
      try keepAndDeliver(request.1, thread)
    case .join:
      let listener = listeners[request.1]
      if try !admit(listener, thread) { try listener.release(thread) }
    case .leave:
      let listener = listeners[request.1]
      if try removeFromTable(listener, thread) { try listener.release(thread) }
    case .removeAllListeners:
      let gone = try removeAll(thread)
      try thread.add(removals, -1, .removalDone)
      for listener in gone {
        try remove(listener, thread)
        try listener.release(thread)
      }
    case .clearReplay:
      try lock.withLock(thread) { try thread.write(ring, 0) }
    case .finish:
      try thread.store(isFinished, 1, .finish)
      for listener in try removeAll(thread) {
        try finish(listener, thread)
        try listener.release(thread)
      }
    case .released:
      break
    }
  }

  private func keepAndDeliver(_ value: Int, _ thread: Thread) throws {
    if parts.contains(.replay) {
      try lock.withLock(thread) { try thread.write(ring, 10 * thread.read(ring) + value) }
    }
    for listener in try inTable(thread) where try canCall(listener, thread) {
      try thread.expect(thread.read(payloads[value]) == 1, "a value is delivered that was not made")
      try listener.receive(value, thread)
    }
  }

  /// - Returns: Whether the listener is in the table now.
  private func admit(_ listener: ListenerModel, _ thread: Thread) throws -> Bool {
    // The owner reads without the lock.
    if parts.contains(.replay) {
      let values = try thread.read(ring)
      if values != 0, try canCall(listener, thread) { try listener.receive(values, thread) }
    }
    if try isFinished(.admitIsFinished, thread) {
      try finish(listener, thread)
      return false
    }
    guard try listener.isLive(thread) else { return false }
    try listener.setSlot(listener.number, thread)
    try thread.write(table, thread.read(table) | 1 << listener.number)
    return true
  }

  /// `Channel.end`, for a listener that does nothing at the end but dispose.
  private func finish(_ listener: ListenerModel, _ thread: Thread) throws {
    guard try listener.isLive(thread) else { return }
    if try canCall(listener, thread) { try dispose(listener, thread) } else { try remove(listener, thread) }
  }

  private func remove(_ listener: ListenerModel, _ thread: Thread) throws {
    guard try listener.close(as: ListenerModel.disposed, thread) else { return }
    _ = try listener.takeUpstream(thread)
  }

  private func canCall(_ listener: ListenerModel, _ thread: Thread) throws -> Bool {
    guard try listener.isLive(thread) else { return false }
    return try !parts.contains(.removals) || thread.load(removals, .canCallRemovals) == 0
  }

  // MARK: The listener table

  private func inTable(_ thread: Thread) throws -> [ListenerModel] {
    let bits = try thread.read(table)
    return listeners.filter { bits & 1 << $0.number != 0 }
  }

  private func removeFromTable(_ listener: ListenerModel, _ thread: Thread) throws -> Bool {
    guard try listener.slot(thread) >= 0 else { return false }
    try listener.setSlot(-1, thread)
    try thread.write(table, thread.read(table) & ~(1 << listener.number))
    return true
  }

  private func removeAll(_ thread: Thread) throws -> [ListenerModel] {
    let gone = try inTable(thread)
    for listener in gone { try listener.setSlot(-1, thread) }
    try thread.write(table, 0)
    return gone
  }

  // MARK: At the end

  /// The gate is at rest, and no request is left.
  func expectRest(_ thread: Thread) throws {
    try thread.expect(thread.read(gate.word) < GateModel.busy, "the gate is not at rest")
    try thread.expect(thread.read(taken) == 0, "a request is left")
    try thread.expect(thread.read(removals) == 0, "the removals are not counted down")
  }

  /// A listener that stays is in the table with its closure, and has heard; another one is released and out of the table.
  func expectEnded(_ listener: ListenerModel, _ thread: Thread) throws {
    try thread.expect(listener.isReleased(thread), "a listener that has ended is not released")
    try thread.expect(thread.read(table) & 1 << listener.number == 0, "a listener that has ended is in the table")
    try thread.expect(!listener.takeUpstream(thread), "the end was not told to the upstream")
  }
}
