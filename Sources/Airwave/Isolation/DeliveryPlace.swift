/// What a channel knows of the queue on which it delivers the present value.
///
/// The queue of a thread does not change while one value is delivered. So the first main-actor listener finds out, and those
/// after it need not: to ask the system takes as long as all else that such a listener costs.
@usableFromInline
enum DeliveryPlace: UInt8 {
  /// No value is being delivered. The next one may be delivered on another thread.
  case unknown
  /// A value is being delivered, and nothing has been asked yet.
  case unasked
  case mainQueue
  case elsewhere
}

extension AnyChannel {
  /// For the owner of the gate: whether it runs on the main queue.
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
