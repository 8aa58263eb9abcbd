/// A place in memory, by its number.
struct Location {
  let number: Int
}

/// An access that a thread is about to make.
struct Access {
  enum Effect {
    case load
    case store(Int)
    case exchange(Int)
    case add(Int)
    case compareExchange(expected: Int, desired: Int)
  }

  let location: Location
  let effect: Effect
  let ordering: Ordering
  /// The operation of the library that it stands for, if any.
  let operation: Operation?
}

/// What a thread gets to know from its access.
struct Answer {
  /// The value before the access; for a store, nothing of use.
  let value: Int
  var isExchanged = true
}

/// An access that was made.
struct Event {
  let thread: Int
  /// Its place among the accesses of the thread.
  let index: Int
  let access: Access
  let ordering: Ordering
  /// The write that it reads from: a number of an event, or `initial`; nil if it reads nothing.
  let source: Int?
  /// The value that it reads.
  let read: Int
  /// The value that it writes, if it does.
  let written: Int?
  /// The view of the thread: the events that happen before this one.
  let before: EventSet
  /// The view that this write carries, for the threads that acquire it: the release sequences that it is part of.
  let message: EventSet

  static let initial = -1

  var location: Int { access.location.number }
  var isPlain: Bool { ordering == .plain }
}

/// A set of the numbers of events.
struct EventSet {
  private var bits: UInt128 = 0

  func contains(_ event: Int) -> Bool { bits & 1 << UInt128(event) != 0 }

  mutating func insert(_ event: Int) {
    precondition(event < UInt128.bitWidth, "an execution is too long")
    bits |= 1 << UInt128(event)
  }

  mutating func formUnion(_ other: EventSet) {
    bits |= other.bits
  }
}
