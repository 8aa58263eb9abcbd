/// The disposables of the sources, alarms and tasks of a junction, and of its steps. They end with the listener.
final class JunctionMembers: Upstream, @unchecked Sendable {
  // Unchecked because the superclass is. The lock guards the members.

  /// The members, or nil when the listener has ended.
  private let members = Lock<LiveMembers<Disposable>?>(LiveMembers(leastLimit: 8))

  func add(_ member: Disposable) {
    let former = members.withLock { $0?.add(member) }
    if former == nil { member.dispose() }
  }

  override func leave(_ disposable: Disposable) -> AnyObject? {
    end()
    return self
  }

  deinit {
    // The listener was released, and has not ended. The channel of the steps and its disposable still hold each other.
    end()
  }

  private func end() {
    members.withLock { exchange(&$0, with: nil) }?.dispose()
  }
}
