/// Where values go: one listener, seen from some place in its chain of operators.
///
/// Not `Sendable`: a sink, and the state of the operators in it, is used by one thread at a time (Contract 3).
@usableFromInline
struct Sink<Value> {
  @usableFromInline let receive: (Value) -> Void
  @usableFromInline let onFinish: (() -> Void)?
  @usableFromInline let disposable: Disposable

  @inlinable
  init(receive: @escaping (Value) -> Void, onFinish: (() -> Void)?, disposable: Disposable) {
    self.receive = receive
    self.onFinish = onFinish
    self.disposable = disposable
  }

  @inlinable
  func callAsFunction(_ value: Value) {
    receive(value)
  }

  /// Whether it makes sense to send another value. An operator that sends several for one asks in between.
  @inlinable var isOpen: Bool { disposable.registration.isLive }

  /// Ends the listening, with the last value behind it. An operator that is done calls this, and so does a pair that is
  /// finished.
  @inlinable
  func finish() {
    if let onFinish { onFinish() } else { disposable.dispose() }
  }
}

/// A registration in a listener table, without the type of its values.
@usableFromInline
class AnyListener {
  @usableFromInline final let disposable: Disposable

  @inlinable init(disposable: Disposable) {
    self.disposable = disposable
  }

  /// Tells that the last value is behind it.
  @usableFromInline func finish() {
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
    if let onFinish = sink.onFinish { FinishingListener(sink, onFinish) } else { Listener(sink) }
  }
}

/// A sink with something to do at the end. Most have nothing.
@usableFromInline
final class FinishingListener<Value>: Listener<Value> {
  @usableFromInline let onFinish: () -> Void

  @inlinable init(_ sink: Sink<Value>, _ onFinish: @escaping () -> Void) {
    self.onFinish = onFinish
    super.init(sink)
  }

  @usableFromInline override func finish() {
    onFinish()
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
}
