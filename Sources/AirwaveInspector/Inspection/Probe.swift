#if Inspector
package import Airwave
import Synchronization

// How the values of a channel are heard, and the calls of its listeners timed. The holder of the gate calls this.

extension Inspection {
  package func timed(_ listener: AnyListener, in channel: AnyChannel) -> AnyListener {
    // A closure that is timed where it is called is not timed twice.
    guard let pair = channel.pair, channel.hooks.session != 0, !listener.disposable.record.isTimedAtClosure else {
      return listener
    }
    return pair.values.timed(listener, in: channel.hooks.session)
  }

  /// Begins or ends to probe the channel if the session is another one. The present session is read here, so that the
  /// order of requests does not matter.
  package func update(_ channel: AnyChannel, removing removed: inout ListenerTable) {
    let (session, observer) = Self.current
    guard let pair = channel.pair, channel.hooks.session != session else { return }
    let former = channel.hooks.probe
    if let former { removed.append(former) }
    let probe = observer.map { pair.values.probe(of: pair, $0) }
    (channel.hooks.session, channel.hooks.probe) = (session, probe)
    var listeners = channel.listeners.takeAll()
    if let probe, !channel.isFinished.load(ordering: .relaxed) {
      pair.begin(session)
      // A value is observed before a listener hears it, which may trap.
      channel.listeners.append(probe)
    }
    listeners.takeEach { listener in
      if listener === former { return }
      // Nothing is deinitialized that the user has made: what is put into the table is held by what is taken out of it,
      // or holds it.
      channel.listeners.append(timed(listener.disposable.record.takeOriginal() ?? listener, in: channel))
    }
  }
}

/// What needs the type of the values of a pair, for code that does not know the type.
protocol ValueHooks: Sendable {
  /// The number of values that a channel of the type would replay.
  func keptCount(of channel: AnyChannel) -> Int

  /// An entry of the listener table that counts and times the calls of a listener.
  func timed(_ listener: AnyListener, in session: Int) -> AnyListener

  /// An entry of the listener table that passes values and the end to the observer.
  func probe(of pair: PairRecord, _ observer: any InspectionObserver) -> AnyListener
}

struct HooksOf<Value: Sendable>: ValueHooks {
  func keptCount(of channel: AnyChannel) -> Int { (channel as? Channel<Value>)?.keptCount ?? 0 }

  func timed(_ listener: AnyListener, in session: Int) -> AnyListener {
    guard let original = listener as? Listener<Value> else { return listener }
    let record = original.disposable.record
    record.setOriginal(original)
    let receive = { (value: Value) in
      let stopwatch = Stopwatch()
      original.receive(value)
      record.add(stopwatch, in: session, atClosure: false)
    }
    return Listener.make(Sink(receive: receive, onEnd: { original.end($0) }, disposable: original.disposable))
  }

  /// The entry has a disposable of its own, which nothing disposes of.
  func probe(of pair: PairRecord, _ observer: any InspectionObserver) -> AnyListener {
    let receive = { (value: Value) in observer.heard(value, number: pair.count(), from: pair) }
    return Listener.make(Sink(receive: receive, onEnd: { _ in observer.finished(pair) }, disposable: Disposable()))
  }
}
#endif
