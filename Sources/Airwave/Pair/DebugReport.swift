#if DEBUG
import Synchronization

/// What debug builds say on standard error, because a program would otherwise hang or sleep without a word.
enum DebugReport {
  /// The number of values, each sent from inside the one before, that is taken for a loop that does not end. Such a
  /// chain uses constant stack.
  ///
  /// A holder that performs its own requests takes all that are pending at once. So the values of one taking are sent
  /// from inside those of the taking before. A holder that performs requests of other threads takes no more than
  /// 1,000.
  static let longestChain = 100_000

  static func endlessLoop(on channel: AnyChannel) {
    writeToStandardError(
      """
      Airwave: 100,000 values were each sent from inside of the one before, \(place(of: channel)). If a listener sets \
      what it listens to, or what is bonded with that, add skipRepeats(). (Reported in debug builds only.)

      """
    )
  }

  /// Whether a thread that was slowed down has been reported. Relaxed: it publishes nothing.
  private static let hasReportedSleep = Atomic<Bool>(false)

  /// Reports the first thread of the process that sleeps because too many requests are pending.
  static func sleep(on channel: AnyChannel) {
    if hasReportedSleep.exchange(true, ordering: .relaxed) { return }
    writeToStandardError(
      """
      Airwave: a thread that broadcasts or listens sleeps for a moment, because more than 1,000 calls of other threads \
      wait for a delivery \(place(of: channel)). Its listeners are slower than the threads that send. (Reported once, \
      in debug builds only.)

      """
    )
  }

  private static func place(of channel: AnyChannel) -> String {
    // The name of `Channel<Value>`, without the name of the channel.
    let type = "\(type(of: channel))".dropFirst("Channel<".count).dropLast()
    // The values of a junction are the steps of a listener.
    return type == "Step" ? "behind an operator that joins receivers" : "on a pair of \(type)"
  }
}
#endif
