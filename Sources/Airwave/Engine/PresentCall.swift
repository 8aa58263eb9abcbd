/// Whether the call that a thread makes has slept because too many requests are pending. A call sleeps once at most,
/// however many gates it pushes requests to (Contract 4).
///
/// A broadcast of user code is a call of its own, also inside of a listener that another call has called. The gate of
/// its pair is usually at rest, and the value is pushed further on: to a junction behind the pair. That push cannot be
/// told from one of the other call, because a broadcast on a pair at rest does not ask for the state of its thread. To
/// ask would cost more than the rest of the broadcast. But the library knows how many values it sends in a loop of its
/// own, such as a replay. So a call that pushes more values than that, and more than 1,000, runs a loop of user code.
/// It sleeps for each further value, as the loop would if it ran outside of the call.
struct PresentCall {
  private static var outside: UInt32 { .max }
  private static var hasNotSlept: UInt32 { .max - 1 }
  private static var mostValues: UInt32 { 1_000 }

  /// `outside` of calls that may push requests to several gates. `hasNotSlept` inside of one, until it sleeps. Then the
  /// number of values that were pushed since, in the present loop.
  private var valueCount = Self.outside
  /// The number of values that the call may push in the present loop after it has slept.
  private var mostValues = Self.mostValues

  private var maySleepInLoop: Bool { valueCount > mostValues }

  /// Begins a call that sleeps once at most, or never.
  ///
  /// - Returns: Whether it is inside of no other one. The caller then ends it.
  mutating func begin(maySleep: Bool = true) -> Bool {
    if valueCount != Self.outside { return false }
    valueCount = maySleep ? Self.hasNotSlept : 0
    return true
  }

  mutating func end() { valueCount = Self.outside }

  /// Begins a loop of the library, inside of a call or as a call. All that a loop sends counts as one value of the loop
  /// around it.
  ///
  /// - Returns: The state to pass to `leaveLoop`.
  mutating func enterLoop(of count: Int32) -> PresentCall {
    let outer = self
    valueCount = maySleepInLoop ? Self.hasNotSlept : 0
    mostValues = max(UInt32(bitPattern: count), Self.mostValues)
    return outer
  }

  // Not inlined, for the size of a small client.
  /// - Returns: Whether the call has slept in the loop.
  @inline(never) mutating func leaveLoop(in outer: PresentCall) -> Bool {
    let inner = exchange(&self, with: outer)
    if inner.valueCount == Self.hasNotSlept { return false }
    let slept = outer.maySleepInLoop || inner.maySleepInLoop
    if valueCount == Self.hasNotSlept { valueCount = 0 }
    if valueCount <= mostValues, slept || inner.valueCount > 0 { valueCount += 1 }
    return slept
  }

  /// Whether the call may sleep now, after the push of a value or of another request. If it may, it may not again.
  mutating func maySleep(afterValue isValue: Bool) -> Bool {
    if valueCount == Self.outside { return true }
    if valueCount == Self.hasNotSlept {
      valueCount = 0
      return true
    }
    if isValue, !maySleepInLoop { valueCount += 1 }
    return isValue && maySleepInLoop
  }
}
