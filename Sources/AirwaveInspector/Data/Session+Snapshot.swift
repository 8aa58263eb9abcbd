#if Inspector
import Airwave
import Foundation
import Synchronization

extension Session {
  /// A pair with more listeners is marked.
  static let crowd = 1_000
  /// The most listeners of a pair in a snapshot.
  static let mostListenersOfPair = 2_000
  /// The most listeners of all pairs in a snapshot.
  static let mostListeners = 5_000
  /// The most pairs in a snapshot.
  static let mostPairs = 5_000

  /// The state of the program, as `/data` shows it. Whether the owner of a listener on an actor exists is told by the
  /// next snapshot, because the actor may be busy.
  ///
  /// - Parameter counts: Reads the counts of a pair. That may release the last reference to the pair, and values that
  ///   are deinitialized with it run code of the program: the session holds no lock meanwhile.
  /// - Returns: The state.
  func snapshot(_ counts: (PairRecord) -> PairRecord.Counts = \.counts) -> JSONObject {
    Inspection.lookAtOwners()
    let all = Inspection.pairs
    let pairs = all.prefix(Self.mostPairs)
    let listeners = Inspection.listeners
    let totals = Dictionary(pairs.map { ($0.id, $0.total) }) { first, _ in first }
    let inputs = Dictionary(grouping: listeners.filter { $0.parent != nil }) { $0.parent ?? 0 }
    let shown = shown(listeners)
    let rows = shown.map { row(of: $0, totals: totals, inputs: inputs) }
    let known = Dictionary(grouping: listeners) { $0.source ?? 0 }.mapValues(\.count)
    let shownCounts = Dictionary(grouping: shown) { $0.source ?? 0 }.mapValues(\.count)
    let slowest = slowest(of: listeners)
    // A copy, used without the lock.
    let (now, state) = self.state.withLock { state in
      let now = Moment.now
      state.rates.add(totals, at: now)
      state.trends.add(known, at: now)
      return (now, state)
    }
    var snapshot: JSONObject = [
      "program": ProcessInfo.processInfo.processName,
      "session": state.name,
      "time": state.start.seconds(to: now),
      "recording": state.activeRecorder != nil,
      "pairs": pairs.map { pair -> JSONObject in
        let count = counts(pair)
        return [
          "id": pair.id,
          "name": pair.name,
          "file": pair.fileID.description,
          "line": pair.line,
          "kind": pair.kind.rawValue,
          "type": String(describing: pair.valueType),
          "strategy": pair.strategy,
          "total": totals[pair.id] ?? 0,
          "rate": state.rates.rate(of: pair.id),
          "listeners": count.listeners,
          "unlisted": known[pair.id, default: 0] - shownCounts[pair.id, default: 0],
          "growth": state.trends.growth(of: pair.id),
          "kept": count.kept,
          "pending": count.pending,
          "finished": count.isFinished,
          "newest": state.watched[pair.id]?.newestText ?? pair.existingHistory?.newestText,
          "slowest": slowest[pair.id],
          "marks": count.listeners > Self.crowd ? ["crowded"] : [],
        ]
      },
      "morePairs": all.count - pairs.count,
      "moreListeners": listeners.count - shown.count,
      "listeners": rows,
    ]
    if let sources = state.sources {
      let files = Set(pairs.map(\.fileID.description) + shown.compactMap(\.fileID?.description))
      snapshot.add("sources", sources.object(for: files))
    }
    snapshot.add("recorded", (state.recorder ?? state.finished)?.summary)
    return snapshot
  }

  /// The first listeners of each pair: as many of each as there is room for, so that no pair is without.
  private func shown(_ listeners: [ListenerRecord]) -> [ListenerRecord] {
    var limit = Self.mostListenersOfPair
    while true {
      var counts: [Int: Int] = [:]
      let shown = listeners.filter { listener in
        guard let source = listener.source else { return true }
        counts[source, default: 0] += 1
        return counts[source, default: 0] <= limit
      }
      if shown.count <= Self.mostListeners || limit == 1 { return Array(shown.prefix(Self.mostListeners)) }
      limit /= 2
    }
  }

  private func row(
    of listener: ListenerRecord,
    totals: [Int: Int],
    inputs: [Int: [ListenerRecord]]
  ) -> JSONObject {
    let isMeasured = isMeasured(listener)
    let calls: Int? = isMeasured ? listener.calls : nil
    let isGone = listener.isOwnerGone
    // A listener of a source of a join, or of a share, has no closure of the program.
    let isForgotten = listener.parent == nil && calls == 0 && hasHeardNothing(listener, totals, inputs)
    return [
      "id": listener.id,
      "source": listener.source,
      "parent": listener.parent,
      "operators": listener.operators.map(\.description),
      "file": listener.fileID?.description,
      "line": listener.line,
      "isolation": listener.isolation,
      "owner": listener.owner,
      "ownerGone": isGone,
      "age": listener.age.inSeconds,
      "calls": calls,
      "seconds": isMeasured ? listener.totalTime.inSeconds : nil,
      "longest": isMeasured ? listener.longestTime.inSeconds : nil,
      "percentile99": isMeasured ? listener.percentile99.inSeconds : nil,
      "waiting": listener.waitingCount,
      "marks": (isGone ? ["ownerGone"] : []) + (isForgotten ? ["neverCalled"] : []),
    ]
  }

  /// Whether the calls of the closure are known. Those of a listener that was made before the inspector was started are
  /// counted at the pair, which tells nothing of the closure after operators or on an actor. What an operator listens
  /// with to a source is always counted there.
  private func isMeasured(_ listener: ListenerRecord) -> Bool {
    let isCalledByPair = listener.operators.isEmpty && listener.isolation == nil
    return listener.isMeasured || listener.source != nil && (listener.parent != nil || isCalledByPair)
  }

  /// Whether a pair that the listener hears, maybe through a join, has sent values since the listener joined.
  private func hasHeardNothing(
    _ listener: ListenerRecord,
    _ totals: [Int: Int],
    _ inputs: [Int: [ListenerRecord]]
  ) -> Bool {
    if let source = listener.source, let total = totals[source] { return total > listener.totalWhenJoined }
    return (inputs[listener.id] ?? []).contains { hasHeardNothing($0, totals, inputs) }
  }

  private func slowest(of listeners: [ListenerRecord]) -> [Int: JSONObject] {
    var slowest: [Int: (listener: Int, seconds: Double)] = [:]
    for listener in listeners {
      guard let source = listener.source, listener.calls > 0, isMeasured(listener) else { continue }
      let seconds = listener.longestTime.inSeconds
      if seconds > slowest[source]?.seconds ?? -1 {
        slowest[source] = (listener.id, seconds)
      }
    }
    return slowest.mapValues { ["listener": $0.listener, "seconds": $0.seconds] }
  }
}
#endif
