#if NATS
/// How many bytes may be published that are not acknowledged.
///
/// The window grows while acknowledgments come quickly, and halves when one does not come in time. It shrinks when they
/// take more than a second: more bytes would only wait longer in the buffers of a slow link, and requests behind them.
struct Window {
  static let initial = 64 << 10
  static let smallest = 16 << 10
  static let largest = 4 << 20
  /// How many messages may be published that are not acknowledged, however small they are, if the stream keeps enough.
  static let count = 8_192

  private static let quick = 250 * Nanoseconds.millisecond
  private static let slow = Nanoseconds.second

  private(set) var size = Window.initial
  /// How many messages may be published that are not acknowledged.
  var count = Window.count

  /// A message of that size was acknowledged after that time.
  mutating func acknowledged(_ bytes: Int, after time: Nanoseconds) {
    if time < Self.quick {
      size = min(Self.largest, size + bytes)
    } else if time > Self.slow {
      size = max(Self.smallest, size - bytes / 2)
    }
  }

  mutating func timedOut() {
    size = max(Self.smallest, size / 2)
  }
}
#endif
