/// Whether the call that a thread makes has slept because too many requests are pending. A call sleeps once at most,
/// however many gates it pushes requests to (Contract 4).
///
/// A broadcast of user code is a call of its own, also inside of a listener that another call has called. The gate of
/// its pair is usually at rest, and the value is pushed further on: to a junction behind the pair. That push cannot be
/// told from one of the other call, because a broadcast on a pair at rest does not ask for the state of its thread. To
/// ask would cost more than the rest of the broadcast. But the library knows how many values it sends in a loop of its
/// own, such as a replay. So a call that pushes more values than that, and more than 1,000, runs a loop of user code.
/// It sleeps for each further value, as the loop would if it ran outside of the call.
@usableFromInline
struct PresentCall {
  /// What was pushed.
  @usableFromInline
  enum Push {
    /// A broadcast of user code, which is a call of its own.
    case broadcast
    /// A value that is a part of the present call: the library has sent it on.
    case value
    /// A request that is no broadcast.
    case other
  }

  private static var mostValues: Int { 1_000 }

  /// Whether the call has slept. Nil outside of calls that may push requests to several pairs.
  private var hasSlept: Bool?
  /// The number of values that were pushed in the present loop since the call has slept.
  private var valueCount = 0
  /// The number of values that the call may push in the present loop after it has slept.
  private var mostValues = Self.mostValues

  private var runsLoopOfUser: Bool { hasSlept == true && valueCount > mostValues }

  /// Begins a call that sleeps once at most, or never.
  ///
  /// - Returns: Whether it is inside of no other one. The caller then ends it.
  mutating func begin(maySleep: Bool = true) -> Bool {
    if hasSlept != nil { return false }
    hasSlept = !maySleep
    if !maySleep { valueCount = 0 }
    return true
  }

  mutating func end() { hasSlept = nil }

  /// Begins a loop of the library, inside of a call or as a call. All that a loop sends counts as one value of the loop
  /// around it.
  ///
  /// - Returns: The state to pass to `leaveLoop`.
  mutating func enterLoop(of count: Int) -> PresentCall {
    let outer = self
    hasSlept = hasSlept == true && !runsLoopOfUser
    valueCount = 0
    mostValues = max(count, Self.mostValues)
    return outer
  }

  /// - Returns: Whether the call has slept in the loop.
  mutating func leaveLoop(in outer: PresentCall) -> Bool {
    let mightSleep = outer.hasSlept != true || outer.runsLoopOfUser
    let slept = mightSleep && hasSlept == true || runsLoopOfUser
    let hasPushed = slept || valueCount > 0
    self = outer
    if slept, hasSlept == false { (hasSlept, valueCount) = (true, 0) }
    if hasPushed { valueCount += 1 }
    return slept
  }

  /// Whether the call may sleep now, after a push. If it may, it may not again.
  mutating func maySleep(after push: Push) -> Bool {
    guard let hasSlept, push != .broadcast else { return true }
    if !hasSlept {
      (self.hasSlept, valueCount) = (true, 0)
      return true
    }
    if push == .value { valueCount += 1 }
    return push == .value && runsLoopOfUser
  }
}
