/// An entry of a listener table: the type-erased base class of `Listener`.
@usableFromInline package class AnyListener {
  @usableFromInline package final let disposable: Disposable

  @inlinable init(disposable: Disposable) {
    self.disposable = disposable
  }

  /// Ends the listener, and notifies the operators after its sink.
  @usableFromInline package func end(_ ending: Ending) {
    disposable.dispose()
  }
}

/// A sink that a channel calls.
///
/// It is an object with constant members, because calling a closure that is a constant of a borrowed object takes
/// neither a retain nor a release.
@usableFromInline package class Listener<Value>: AnyListener {
  @usableFromInline package final let receive: (Value) -> Void

  @inlinable init(_ sink: consuming Sink<Value>) {
    receive = sink.receive
    super.init(disposable: sink.disposable)
  }

  /// Makes a listener, with room for `onEnd` only if its sink has one.
  @inlinable package static func make(_ sink: consuming Sink<Value>) -> Listener {
    if let onEnd = sink.onEnd { EndingListener(sink, onEnd) } else { Listener(sink) }
  }
}

/// A listener whose sink has an `onEnd`. Most sinks have none.
@usableFromInline final class EndingListener<Value>: Listener<Value> {
  @usableFromInline let onEnd: (Ending) -> Void

  @inlinable init(_ sink: Sink<Value>, _ onEnd: @escaping (Ending) -> Void) {
    self.onEnd = onEnd
    super.init(sink)
  }

  @usableFromInline package override func end(_ ending: Ending) {
    onEnd(ending)
  }
}
