#if Inspector
/// What the holder of a gate knows of the session in which its channel is probed.
final class ChannelProbe {
  let session: Int
  let observer: any InspectionObserver

  init(_ session: Int, _ observer: any InspectionObserver) {
    self.session = session
    self.observer = observer
  }
}

/// A request to begin or to end to probe a channel.
final class ProbeRequest: Request {
  /// What the holder has removed. It is released with the request, because the observer may run any code then.
  @exclusivity(unchecked) var removed: (probe: ChannelProbe?, listener: AnyListener?)

  init() {
    super.init(.updateProbe)
  }
}

/// The entry of a listener table that passes values and the end to the observer. It has a disposable of its own, which
/// nothing disposes of, and is not counted.
final class ProbeListener<Value: Sendable>: Listener<Value> {
  private let record: PairRecord
  private let observer: any InspectionObserver

  init(_ record: PairRecord, _ probe: ChannelProbe) {
    (self.record, observer) = (record, probe.observer)
    let receive = { [record, observer] (value: Value) in
      observer.heard(value, number: record.count(), from: record)
    }
    super.init(Sink(receive: receive, onEnd: nil, disposable: Disposable()))
  }

  override var isProbe: Bool { true }

  override func end(_ ending: Ending) {
    observer.finished(record)
  }
}

/// The entry of a listener table that counts and times the calls of a listener, which it passes on.
final class TimedListener<Value>: Listener<Value> {
  private let original: Listener<Value>

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

  override var timed: AnyListener? { original }

  override func end(_ ending: Ending) {
    original.end(ending)
  }
}
#endif
