#if DEBUG
/// Reports a loop that does not end: values that are each sent from inside the one before. Such a chain uses
/// constant stack, so without the report the program would hang without a word. Debug builds only.
///
/// A holder that performs its own requests takes all that are pending at once. So the values of one taking are sent
/// from inside those of the taking before. A holder that performs requests of other threads takes no more than
/// 1,000.
enum EndlessLoop {
  static let longest = 100_000

  static func report(on channel: AnyChannel) {
    // The name of `Channel<Value>`, without the name of the channel.
    let type = "\(type(of: channel))".dropFirst("Channel<".count).dropLast()
    // The values of a junction are the steps of a listener.
    let place = type == "Step" ? "behind an operator that joins receivers" : "on a pair of \(type)"
    writeToStandardError(
      """
      Airwave: 100,000 values were each sent from inside of the one before, \(place). If a listener sets what \
      it listens to, or what is bonded with that, add skipRepeats(). (Reported in debug builds only.)

      """
    )
  }
}
#endif
