/// `Gate`, line by line.
struct GateModel {
  static let (quiet, idle, busy, offered) = (0, 1, 2, 1)

  let word: Location
  let owner: Location
  let requests: RequestsModel
  /// Whether owners write down which thread they are. Most programs leave it out, as no thread acquires anything by it.
  let notesOwner: Bool

  init(_ memory: Memory, _ word: Int = idle, notesOwner: Bool = false) {
    self.word = memory.location("word", word)
    owner = memory.location("owner")
    requests = RequestsModel(memory)
    self.notesOwner = notesOwner
  }

  func isQuiet(_ thread: Thread) throws -> Bool { try thread.load(word, .gateIsQuiet) == Self.quiet }

  func enterIfIdle(_ thread: Thread) throws -> Bool {
    guard try thread.compareExchange(word, Self.idle, Self.busy, .enterIfIdle).isExchanged else { return false }
    try becomeOwner(thread)
    return true
  }

  func enter(_ thread: Thread) throws -> Bool {
    var seen = try thread.load(word, .enterLook)
    while seen < Self.busy {
      let answer = try thread.compareExchange(word, seen, Self.busy, .enter)
      if answer.isExchanged {
        try becomeOwner(thread)
        return true
      }
      seen = answer.value
    }
    return false
  }

  func enter(orPush request: Int, _ thread: Thread) throws -> Bool {
    while true {
      if try enter(thread) { return true }
      let seen = try thread.load(word, .pushLook)
      guard seen >= Self.busy else { continue }
      let newest = seen & ~Self.offered
      try thread.write(requests.next(of: request), newest == Self.busy ? 0 : newest)
      let desired = request | (seen & Self.offered)
      if try thread.compareExchange(word, seen, desired, .push).isExchanged { return false }
    }
  }

  func leave(quiet: Bool, _ thread: Thread) throws -> Bool {
    try thread.compareExchange(word, Self.busy, quiet ? Self.quiet : Self.idle, .leave).isExchanged
  }

  func takeRequests(_ thread: Thread) throws -> Int {
    var newest = try thread.exchange(word, Self.busy, .takeRequests)
    guard newest != Self.busy else { return 0 }
    var oldest = 0
    while newest != 0 {
      let next = requests.next(of: newest)
      let below = try thread.read(next)
      try thread.write(next, oldest)
      (oldest, newest) = (newest, below)
    }
    return oldest
  }

  // MARK: Handing over

  private func becomeOwner(_ thread: Thread) throws {
    if notesOwner { try thread.store(owner, thread.number + 1, .becomeOwner) }
  }

  func isOwnedHere(_ thread: Thread) throws -> Bool {
    try notesOwner && thread.load(owner, .isOwnedHere) == thread.number + 1
  }

  func isOffered(_ thread: Thread) throws -> Bool { try Self.isOffered(thread.load(word, .isOffered)) }

  private static func isOffered(_ word: Int) -> Bool { word > busy && word & offered != 0 }

  func offer(_ thread: Thread) throws {
    var seen = try thread.load(word, .offerLook)
    while true {
      let answer = try thread.compareExchange(word, seen, seen | Self.offered, .offer)
      if answer.isExchanged { return }
      seen = answer.value
    }
  }

  func takeOver(_ thread: Thread) throws -> Bool {
    var seen = try thread.load(word, .takeOverLook)
    while Self.isOffered(seen) {
      let answer = try thread.compareExchange(word, seen, seen & ~Self.offered, .takeOver)
      if answer.isExchanged {
        try becomeOwner(thread)
        return true
      }
      seen = answer.value
    }
    return false
  }
}

/// The memory of requests. Each has an address, as in the word of a gate.
struct RequestsModel {
  /// What is asked for. A request is plain memory.
  enum Action: Int {
    case released, broadcast, join, leave, removeAllListeners, clearReplay, finish
  }

  private static let countOfThread = 3
  private let nexts: [Location]
  private let bodies: [Location]

  init(_ memory: Memory) {
    let count = 3 * Self.countOfThread
    nexts = (0..<count).map { memory.location("request \($0) next") }
    bodies = (0..<count).map { memory.location("request \($0)") }
  }

  /// Makes a request.
  ///
  /// - Returns: Its address.
  func make(_ action: Action, _ argument: Int, _ thread: Thread) throws -> Int {
    let index = thread.number * Self.countOfThread + thread.nextNumber()
    try thread.write(bodies[index], action.rawValue * 16 + argument)
    return 2 * index + 4
  }

  func next(of address: Int) -> Location { nexts[address / 2 - 2] }

  func body(of address: Int, _ thread: Thread) throws -> (Action, Int) {
    let body = try thread.read(bodies[address / 2 - 2])
    let action = Action(rawValue: body / 16) ?? .released
    try thread.expect(action != .released, "a request is used that was released, or not made")
    return (action, body % 16)
  }

  func release(_ address: Int, _ thread: Thread) throws {
    try thread.write(bodies[address / 2 - 2], 0)
  }
}
