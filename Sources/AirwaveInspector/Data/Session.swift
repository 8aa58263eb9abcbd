#if Inspector
import Airwave
import Foundation
import Synchronization

/// What the inspector knows: it hears the values of all pairs, while the server runs or something is recorded.
///
/// A value is never kept. It is described and encoded while it is delivered, if a page watches its pair or if it is
/// recorded. No lock is held meanwhile, because a description is code of the program.
final class Session: InspectionObserver {
  static let shared = Session()

  struct State {
    /// How many need the observation: the server, and the recording.
    var users = 0
    /// Tells one run of the program from the next.
    var name = ""
    var start = Moment.now
    var watched: [Int: Sampler] = [:]
    var ends: [End] = []
    var recorder: Recorder?
    /// The recording before it, which the page can download.
    var finished: Recorder?
    var rates = Rates()
    var trends = Trends()
    /// Where the files of the program are. Set while the server runs, if its caller has told.
    var sources: SourceFiles?
    /// How much time the descriptions of histories may take.
    var allowance = TimeAllowance()
    /// The listeners that are watched, and how often they had been called at the last look.
    var calls: [Int: CallCount] = [:]

    var activeRecorder: Recorder? { recorder.flatMap { $0.isDone ? nil : $0 } }
  }

  let state = Mutex(State())
  /// Held while an observation or a recording begins or ends, so that each is complete before the next one. Recursive,
  /// because beginning or ending an observation may release a pair, and values that are deinitialized with it run code
  /// of the program.
  let changes = NSRecursiveLock()
  /// Whether the values of all pairs are described. Changed under the lock of the state. Read for each value; a late
  /// answer does no harm.
  let isRecording = Atomic<Bool>(false)
  /// Whether the newest values of each pair are kept as text, as they are while the server runs.
  let keepsHistory = Atomic<Bool>(false)

  /// Begins the observation if this is its first user.
  func begin() {
    changes.lock()
    defer { changes.unlock() }
    let isFirst = state.withLock { state in
      state.users += 1
      if state.users > 1 { return false }
      state.name = String(UInt64.random(in: .min ... .max), radix: 36)
      state.start = .now
      return true
    }
    if isFirst { Inspection.start(self) }
  }

  /// Ends the observation, and forgets everything, if this was its last user.
  func end() {
    changes.lock()
    defer { changes.unlock() }
    let (isLast, former) = state.withLock { state -> (Bool, State) in
      state.users -= 1
      let former = state
      if state.users == 0 { state = State() }
      return (state.users == 0, former)
    }
    if isLast {
      Inspection.stop()
      for pair in Inspection.pairs { pair.existingHistory?.clear() }
    }
    update()
    withExtendedLifetime(former) {}
  }

  func watch(_ ids: Set<Int>) {
    let listeners = Inspection.listeners.filter { ids.contains($0.id) }
    state.withLock { state in
      for id in state.watched.keys where !ids.contains(id) {
        state.watched[id] = nil
        state.calls[id] = nil
      }
      for id in ids where state.watched[id] == nil { state.watched[id] = Sampler() }
      for listener in listeners where state.calls[listener.id] == nil { state.calls[listener.id] = CallCount(listener) }
    }
    update()
  }

  /// Tells the pairs whether their values are described, so that the others take no lock for a value.
  func update() {
    let pairs = Inspection.pairs
    state.withLock { state in
      isRecording.store(state.activeRecorder != nil, ordering: .relaxed)
      for pair in pairs { pair.isWatched = state.watched[pair.id] != nil }
    }
  }

  // MARK: InspectionObserver

  func heard<Value: Sendable>(_ value: Value, number: Int, from pair: PairRecord) {
    let isObserved = pair.isWatched || isRecording.load(ordering: .relaxed)
    let keepsHistory = keepsHistory.load(ordering: .relaxed)
    if !isObserved, !keepsHistory { return }
    let before = Moment.now
    var history = keepsHistory && pair.history.admits(at: before.nanoseconds) ? pair.history : nil
    if !isObserved, history == nil { return }
    let (recorder, watching, start) = state.withLock { state in
      let recorder = state.activeRecorder
      // The recording has become full, or its file cannot be written any more.
      if recorder == nil, isRecording.load(ordering: .relaxed) { isRecording.store(false, ordering: .relaxed) }
      if history != nil, !state.allowance.admits(at: before) { history = nil }
      return (recorder, state.watched[pair.id], state.start)
    }
    let sampler = watching.flatMap { $0.admits(at: before) ? $0 : nil }
    if recorder == nil, sampler == nil, history == nil { return }
    let text = Description.text(of: value)
    let thread = Description.thread()
    history?.add(ValueHistory.Entry(before, number, text, thread))
    recorder?.add(value, number: number, text: text, thread: thread, at: before, from: pair)
    if recorder == nil, sampler == nil { state.withLock { $0.allowance.spend(from: before, to: .now) } }
    guard let sampler else { return }
    let entry = Entry(pair: pair.id, number: number, at: start.seconds(to: before), text: text, thread: thread)
    sampler.add(entry, began: before, at: .now)
  }

  func finished(_ pair: PairRecord) {
    let now = Moment.now
    let recorder = state.withLock { state -> Recorder? in
      if state.watched[pair.id] != nil, state.ends.count < 1_000 {
        state.ends.append(End(pair: pair.id, at: state.start.seconds(to: now)))
      }
      return state.recorder
    }
    recorder?.finish(pair, at: now)
  }

  // MARK: For pages

  /// The newest values of a pair, even if no page watched it.
  func history(of id: Int) -> JSONObject {
    let start = state.withLock { $0.start }
    let entries = Inspection.pairs.first { $0.id == id }?.existingHistory?.entries ?? []
    let values = entries.map { entry in
      let at = start.seconds(to: Moment(nanoseconds: entry.nanoseconds))
      return Entry(pair: id, number: entry.number, at: at, text: entry.text, thread: entry.thread).object
    }
    return ["pair": id, "values": values]
  }

  /// The values that were described since the last call, and what goes with them.
  func takeNews() -> News {
    state.withLock { state in
      var news = News(time: state.start.seconds(to: .now))
      for id in state.watched.keys.sorted() {
        if let before = state.calls[id] {
          let now = CallCount(before.listener)
          if now.calls > before.calls {
            let (calls, seconds) = (now.calls - before.calls, now.seconds - before.seconds)
            news.calls.append(Calls(listener: id, calls: calls, seconds: seconds))
          }
          state.calls[id] = now
        } else if let (values, gap) = state.watched[id]?.take(), !values.isEmpty || gap != nil {
          news.values += values
          if let gap {
            let (from, to) = (state.start.seconds(to: gap.from), state.start.seconds(to: gap.to))
            news.thinned.append(Thinned(pair: id, count: gap.count, from: from, to: to))
          }
        }
      }
      (news.finished, state.ends) = (state.ends, [])
      return news
    }
  }
}

/// How often a listener was called, and for how long. A record keeps nothing of the program.
struct CallCount: Sendable {
  let listener: ListenerRecord
  let calls: Int
  let seconds: Double

  init(_ listener: ListenerRecord) {
    self.listener = listener
    (calls, seconds) = (listener.calls, listener.totalTime.inSeconds)
  }
}

extension ValueHistory.Entry {
  /// The most Unicode scalars of a text in a history.
  static let limit = 200

  init(_ time: Moment, _ number: Int, _ text: String, _ thread: String) {
    let text = Description.cut(text, to: Self.limit)
    self.init(nanoseconds: time.nanoseconds, number: number, text: text, thread: thread)
  }
}

extension Duration {
  /// The duration in seconds, to the tenth of a microsecond.
  var inSeconds: Double { (self / .nanoseconds(100)).rounded() / 1e7 }
}
#endif
