#if Inspector
import Synchronization

/// What the holder of a gate knows of the session in which its channel is probed.
final class ChannelProbe: Sendable {
  let session: Int
  let observer: any InspectionObserver

  init(_ session: Int, _ observer: any InspectionObserver) {
    self.session = session
    self.observer = observer
  }
}

extension AnyChannel {
  /// Has the holder of the gate begin or end to probe the channel, as the inspector runs or not.
  func updateProbe() {
    let request = ProbeRequest()
    guard enterBriefly(orPush: request) else { return }
    performPlainly(request)
    gate.leaveBriefly(quiet: isQuiet)
    // The observer may be released with the request.
    withExtendedLifetime(request) {}
  }
}

/// A request to begin or to end to probe a channel.
final class ProbeRequest: Request {
  /// What the holder has removed. It is released with the request, because the observer may run any code then.
  @exclusivity(unchecked) private var removed: (probe: ChannelProbe?, listener: AnyListener?)

  init() {
    super.init(.instrument)
  }

  /// Replaces the probe if the session is another one. The present session is read here, so that the order of requests
  /// does not matter.
  override func perform(on channel: AnyChannel) {
    let next = Inspection.probe
    guard let record = channel.hooks.record, channel.hooks.probe?.session != next?.session else { return }
    (removed.probe, channel.hooks.probe) = (channel.hooks.probe, next)
    removed.listener = channel.listeners.removeProbe()
    channel.listeners.replaceEach { channel.timed(($0 as? any Timing)?.original ?? $0) }
    if let next, !channel.isFinished.load(ordering: .relaxed) {
      record.begin(next.session)
      // A value is observed before a listener hears it, which may trap.
      channel.listeners.insertFirst(record.values.probe(of: record, next))
    }
  }
}

/// What needs the type of the values of a pair, for code that does not know the type.
protocol ValueHooks: Sendable {
  /// The number of values that a channel of the type would replay.
  func keptCount(of channel: AnyChannel) -> Int

  /// An entry of the listener table that counts and times the calls of a listener.
  func timed(_ listener: AnyListener, in session: Int) -> AnyListener

  /// An entry of the listener table that passes values to the observer.
  func probe(of record: PairRecord, _ probe: ChannelProbe) -> AnyListener
}

struct HooksOf<Value: Sendable>: ValueHooks {
  func keptCount(of channel: AnyChannel) -> Int {
    (channel as? Channel<Value>)?.replay?.takeUnretainedValue().withLock { $0.ring.count } ?? 0
  }

  func timed(_ listener: AnyListener, in session: Int) -> AnyListener {
    guard let listener = listener as? Listener<Value> else { return listener }
    return TimedListener(listener, in: session)
  }

  func probe(of record: PairRecord, _ probe: ChannelProbe) -> AnyListener { ProbeListener<Value>(record, probe) }
}

/// The probe of a channel. It is not counted, and it is no listener of the user.
private protocol Probe: AnyListener {}

/// The entry of a listener table that passes values and the end to the observer. It has a disposable of its own, which
/// nothing disposes of.
private final class ProbeListener<Value: Sendable>: Listener<Value>, Probe {
  private let record: PairRecord
  private let observer: any InspectionObserver

  init(_ record: PairRecord, _ probe: ChannelProbe) {
    (self.record, observer) = (record, probe.observer)
    let receive = { [record, observer] (value: Value) in
      observer.heard(value, number: record.count(), from: record)
    }
    super.init(Sink(receive: receive, onEnd: nil, disposable: Disposable()))
  }

  override func end(_ ending: Ending) {
    observer.finished(record)
  }
}

/// An entry of a listener table that times another listener.
private protocol Timing: AnyListener {
  var original: AnyListener { get }
}

/// The entry of a listener table that counts and times the calls of a listener, which it passes on.
private final class TimedListener<Value>: Listener<Value>, Timing {
  let original: AnyListener

  init(_ original: Listener<Value>, in session: Int) {
    self.original = original
    let record = original.disposable.record
    let receive = { (value: Value) in
      let stopwatch = Stopwatch()
      original.receive(value)
      record.add(stopwatch, in: session, atClosure: false)
    }
    super.init(Sink(receive: receive, onEnd: nil, disposable: original.disposable))
  }

  override func end(_ ending: Ending) {
    original.end(ending)
  }
}

extension ListenerTable {
  /// Adds a listener before all others.
  fileprivate mutating func insertFirst(_ listener: AnyListener) {
    var others = takeAll()
    append(listener)
    others.takeEach { append($0) }
  }

  /// Removes the probe, if there is one.
  mutating func removeProbe() -> AnyListener? {
    for slot in 0..<Int(used) {
      guard let listener = slots?[slot]?.takeUnretainedValue(), listener is any Probe else { continue }
      return remove(listener.disposable)
    }
    return nil
  }

  /// Replaces each listener by one that times it, or by the one that it times. One of the two holds the other, or is
  /// held by the caller, so nothing is deinitialized that the user has made.
  fileprivate mutating func replaceEach(_ replacement: (AnyListener) -> AnyListener) {
    var former = takeAll()
    former.takeEach { append(replacement($0)) }
  }
}
#endif
