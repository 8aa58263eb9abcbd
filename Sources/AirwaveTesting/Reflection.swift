internal import Airwave

// `dump`, debuggers and failing expectations of Swift Testing go through the stored properties of an object. Those of
// the objects in this module are locks and listeners. Each object shows what a test asks it for instead.

extension Recorder: CustomReflectable {
  /// The values so far, and whether the receiver has finished. Values that are shown do not count as read.
  public var customMirror: Mirror {
    let (values, isFinished) = tape.content.withLock { ($0.values, $0.isFinished) }
    return Mirror(self, children: ["values": values, "isFinished": isFinished], displayStyle: .class)
  }
}

extension ManualClock: CustomReflectable {
  /// The time to which the clock was moved, and the number of tasks that are sleeping.
  public var customMirror: Mirror {
    Mirror(self, children: ["now": now, "sleeperCount": sleeperCount], displayStyle: .class)
  }
}

extension Marbles: CustomReflectable {
  /// Nothing: ``description`` is the diagram.
  public var customMirror: Mirror {
    Mirror(self, children: [], displayStyle: .class)
  }
}
