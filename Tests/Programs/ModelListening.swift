/// A listener in the model, and the operators before it.
final class ModelListening {
  private let source: ModelSource
  private let owner: ModelOwner
  private let hear: (Int) -> Void
  private let onEnd: () -> Void
  private let onRemove: () -> Void
  /// Queues the events that come while the listener is hearing another branch.
  private let turns = Turns()
  private var ears: [Ear] = []
  private var happenings: [Happening] = []
  private var heardCount = 0
  /// The values of the choosing branch. The first `followedCount` of them have been followed.
  private var choices: [Int] = []
  private var followedCount = 0
  /// The chosen branch that is being listened to. What it sends meanwhile is a part of the present turn (Contract 8).
  private var joining: Int?
  private(set) var isLive = true

  init(
    to source: ModelSource,
    owner: ModelOwner = .none,
    hear: @escaping (Int) -> Void,
    onEnd: @escaping () -> Void,
    onRemove: @escaping () -> Void = {}
  ) {
    self.source = source
    self.owner = owner
    self.hear = hear
    self.onEnd = onEnd
    self.onRemove = onRemove
  }

  func begin() {
    // With a count of 0 nothing joins the pair.
    if source.shape.operators.applied(to: Outcome()).isDone { return end() }
    if source.shape.joining == .race { return turns.perform(race) }
    for branch in source.shape.joining.order where isLive { listen(to: branch, as: branch) }
  }

  /// Listens to the branches in one turn, up to the first one that answers meanwhile.
  private func race() {
    for branch in source.shape.joining.order where isLive && happenings.isEmpty {
      // Without an ear, or with one that has left, the branch before has ended. Its end is the next turn.
      if ears.count(where: \.isLive) < branch { return }
      joining = branch
      listen(to: branch, as: branch)
      joining = nil
    }
  }

  /// Whether a branch can call the closure. If none can, because each has found that the owner is gone, the closure is
  /// released, and nobody has ended the listener.
  var holdsClosure: Bool { isLive && ears.contains(where: \.isLive) }

  /// Contract 10: ends the listener if its owner is gone, although no value reaches it.
  func look() {
    if isLive, owner.isGone { dispose() }
  }

  func dispose() {
    isLive = false
    let left = ears
    ears = []
    for ear in left { ear.leave() }
  }

  private func end() {
    guard isLive else { return }
    dispose()
    owner.call(onEnd)
  }

  /// Removal from one branch removes the listener from all branches.
  private func remove() {
    guard isLive else { return }
    dispose()
    onRemove()
  }

  /// Contract 8: a branch sends the result of its operators, applied to exactly the values that its pair sends.
  private func listen(to branch: Int, as number: Int) {
    let operators = source.shape.operators(of: branch)
    if operators.applied(to: Outcome()).isDone { return happen(number, nil) }
    var values: [Int] = []
    var sentCount = 0
    let send = { [self] (ear: Ear, outcome: Outcome) in
      for value in outcome.values.dropFirst(sentCount) where ear.isLive {
        sentCount += 1
        happen(number, value)
      }
      guard outcome.isDone, ear.isLive else { return }
      ear.leave()
      happen(number, nil)
    }
    let hear = { (ear: Ear, value: Int) in
      values.append(value)
      send(ear, operators.applied(to: Outcome(values: values)))
    }
    let end = { (ear: Ear) in
      send(ear, operators.applied(to: Outcome(values: values, isDone: true)))
    }
    // Of several ears, each finds for itself that the owner is gone.
    let endWithOwner = { [self] (ear: Ear) in if source.shape.joining == .none { dispose() } else { ear.leave() } }
    let new = Ear(hear: hear, end: end, remove: remove, owner: owner, endWithOwner: endWithOwner)
    ears.append(new)
    source.receivers[branch].listen(new)
  }

  private func happen(_ number: Int, _ value: Int?) {
    let isPart = value != nil && number == joining
    let turn = { [self] in
      guard isLive, source.effort.spend() else { return }
      happenings.append(Happening(branch: number, value: value))
      if source.shape.joining == .race { leaveLosers(of: happenings[0].branch) }
      let joined = source.shape.joining.applied(to: happenings)
      let outcome = source.shape.operators.applied(to: joined)
      for value in outcome.values.dropFirst(heardCount) where isLive {
        heardCount += 1
        if !owner.call({ hear(value) }) { dispose() }
      }
      if outcome.isDone { end() }
      if number == 0, let value, source.shape.joining != .flatMapFirst || !isFollowing { choices.append(value) }
      if source.shape.joining.isChoosing, isLive, !isPart { follow() }
    }
    if isPart { turn() } else { turns.perform(turn) }
  }

  /// Whether the chosen branch that was followed last has not ended.
  private var isFollowing: Bool {
    followedCount > 0 && !happenings.contains { $0.branch == followedCount && $0.value == nil }
  }

  private func leaveLosers(of winner: Int) {
    for (branch, ear) in ears.enumerated() where branch != winner { ear.leave() }
  }

  /// Listens to the next chosen branch, unless it must wait for an earlier one.
  private func follow() {
    guard followedCount < choices.count else { return }
    let ended = Set(happenings.filter { $0.value == nil }.map(\.branch))
    if source.shape.joining == .flatMapInTurn, followedCount > 0, !ended.contains(followedCount) { return }
    if source.shape.joining == .switchToLatest {
      // The first ear hears the choosing branch, and stays.
      for former in ears.dropFirst() { former.leave() }
      ears = Array(ears.prefix(1))
    }
    followedCount += 1
    joining = followedCount
    listen(to: source.shape.branch(chosenBy: choices[followedCount - 1]), as: followedCount)
    joining = nil
  }
}
