/// How a listener ends, if not by itself.
@usableFromInline
package enum Ending {
  /// The last value is behind it.
  case finished
  /// The transmitter removed it.
  case removed
}

/// Where values go: one listener, seen from some place in its chain of operators.
///
/// Not `Sendable`: a sink, and the state of the operators in it, is used by one thread at a time (Contract 3).
@usableFromInline
package struct Sink<Value> {
  @usableFromInline let receive: (Value) -> Void
  /// What to do at the end; if nil, the listening ends and that is all.
  @usableFromInline let onEnd: ((Ending) -> Void)?
  @usableFromInline let disposable: Disposable

  @inlinable
  package init(receive: @escaping (Value) -> Void, onEnd: ((Ending) -> Void)?, disposable: Disposable) {
    self.receive = receive
    self.onEnd = onEnd
    self.disposable = disposable
  }

  @inlinable
  func callAsFunction(_ value: Value) {
    receive(value)
  }

  /// Whether it makes sense to send another value. An operator that sends several for one asks in between.
  @inlinable var isOpen: Bool { disposable.registration.isLive }

  /// Ends the listening, with the last value behind it. An operator that is done calls this.
  @inlinable
  func finish() {
    end(.finished)
  }

  @inlinable
  func end(_ ending: Ending) {
    if let onEnd { onEnd(ending) } else { disposable.dispose() }
  }

  /// Disposes of the listener because the transmitter removed it, and tells the operators behind it. A listener that has
  /// ended is left alone.
  @inlinable
  func remove() {
    if disposable.remove() { onEnd?(.removed) }
  }
}

/// A registration in a listener table, without the type of its values.
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

/// What an operator remembers for one listener.
///
/// Unlike a captured `var` it is not checked for exclusive access at run time: Contract 3 excludes overlapping access.
@usableFromInline
final class Memory<Content: ~Copyable> {
  @exclusivity(unchecked) @usableFromInline var content: Content

  @inlinable init(_ content: consuming Content) {
    self.content = content
  }

  /// What is certainly there.
  @inlinable func unwrapped<Wrapped>() -> Wrapped where Content == Wrapped? { content.unsafelyUnwrapped }
}
