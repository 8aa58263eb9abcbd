/// Whether a channel delivers the present value on the main queue, as far as a listener has asked.
///
/// The loop that delivers one value stays on one queue: `queue.sync` inside a listener has returned before the next
/// listener is called. The first main-actor listener therefore asks the system, and the listeners after it use the
/// answer. Asking takes as long as everything else that such a listener costs.
@usableFromInline
enum DispatchContext: UInt8 {
  /// No value is being delivered. The next value may be delivered on another thread.
  case unknown
  /// A value is being delivered, and no listener has asked yet.
  case unasked
  case mainQueue
  case elsewhere
}

extension AnyChannel {
  /// For the holder of the gate: whether the calling thread runs on the main queue.
  @inlinable var isOnMainQueue: Bool {
    switch place {
    case .mainQueue: true
    case .elsewhere: false
    case .unknown, .unasked: askForMainQueue()
    }
  }

  @usableFromInline func askForMainQueue() -> Bool {
    let isCurrent = MainQueue.isCurrent
    if place == .unasked { place = isCurrent ? .mainQueue : .elsewhere }
    return isCurrent
  }
}
