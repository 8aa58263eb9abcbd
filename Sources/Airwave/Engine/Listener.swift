/// An entry of a listener table: the type-erased base class of `Listener`.
@usableFromInline
class AnyListener {
  @usableFromInline final let disposable: Disposable

  @inlinable init(disposable: Disposable) {
    self.disposable = disposable
  }

  /// Ends it, and lets those behind it know.
  @usableFromInline func end(_ ending: Ending) {
    disposable.dispose()
  }
}

/// A sink that a channel calls.
///
/// An object of its own, with constant members only, because calling a closure that is a constant of a borrowed object
/// takes neither a retain nor a release.
@usableFromInline
class Listener<Value>: AnyListener {
  @usableFromInline final let receive: (Value) -> Void

  @inlinable init(_ sink: Sink<Value>) {
    receive = sink.receive
    super.init(disposable: sink.disposable)
  }

  /// Makes a listener that is as large as its sink needs.
  @inlinable static func make(_ sink: Sink<Value>) -> Listener {
    if let onEnd = sink.onEnd { EndingListener(sink, onEnd) } else { Listener(sink) }
  }
}

/// A sink with something to do at the end. Most have nothing.
@usableFromInline
final class EndingListener<Value>: Listener<Value> {
  @usableFromInline let onEnd: (Ending) -> Void

  @inlinable init(_ sink: Sink<Value>, _ onEnd: @escaping (Ending) -> Void) {
    self.onEnd = onEnd
    super.init(sink)
  }

  @usableFromInline override func end(_ ending: Ending) {
    onEnd(ending)
  }
}
