internal import Airwave

// `dump`, debuggers and failing expectations of Swift Testing go through the stored properties of an object. Those of
// the objects in this module are locks and listeners. Each object shows what a test asks it for instead.

extension Recorder: CustomReflectable {
  /// The values so far, and whether the receiver has finished. Values that are shown do not count as read.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.record(allowingUnread: true)
  /// [1, 2].forEach(transmitter.broadcast)
  /// for child in Mirror(reflecting: recorder).children { print(child.label ?? "", child.value) }
  /// // values [1, 2]
  /// // isFinished false
  /// ```
  public var customMirror: Mirror {
    let (values, isFinished) = tape.content.withLock { ($0.values, $0.isFinished) }
    return Mirror(self, children: ["values": values, "isFinished": isFinished], displayStyle: .class)
  }
}

extension ManualClock: CustomReflectable {
  /// The time to which the clock was moved, and the number of tasks that are sleeping.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// clock.advance(by: .seconds(5))
  /// for child in Mirror(reflecting: clock).children { print(child.label ?? "", child.value) }
  /// // now 5.0 seconds
  /// // sleeperCount 0
  /// ```
  public var customMirror: Mirror {
    Mirror(self, children: ["now": now, "sleeperCount": sleeperCount], displayStyle: .class)
  }
}

extension Marbles: CustomReflectable {
  /// Nothing: ``description`` is the diagram.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let marbles = Marbles(clock: ManualClock())
  /// print(Mirror(reflecting: marbles).children.count)
  /// // 0
  /// ```
  public var customMirror: Mirror {
    Mirror(self, children: [], displayStyle: .class)
  }
}
