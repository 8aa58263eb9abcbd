/// Members that end by themselves. When their number has doubled, the members that have ended are removed. Adding
/// therefore takes constant time, amortized, and there are at most twice as many members as were live at the last
/// removal, or the least limit.
package struct LiveMembers<Member> {
  package private(set) var members: [Member] = []
  private let leastLimit: Int
  private var limit: Int

  package init(leastLimit: Int) {
    self.leastLimit = leastLimit
    limit = leastLimit
  }

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - isLive: Returns whether a member has not ended.
  /// - Returns: References to the removed members, which the caller releases outside of its lock: any code may run
  ///   then.
  package mutating func add(_ member: Member, isLive: (Member) -> Bool) -> [Member] {
    members.append(member)
    if members.count < limit { return [] }
    let former = members
    members.removeAll { !isLive($0) }
    limit = max(leastLimit, 2 * members.count)
    return former
  }
}

extension LiveMembers<Disposable> {
  /// Adds a disposable. See `add(_:isLive:)`.
  mutating func add(_ disposable: Disposable) -> [Disposable] {
    add(disposable) { !$0.isSilent }
  }

  /// Disposes of all members. All are silenced before the action of any of them runs, so that none hears what the end
  /// of another one causes (Contract 9).
  func dispose() {
    members.filter { $0.stop() }.forEach { $0.leave() }
  }
}
