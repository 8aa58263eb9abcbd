#if Inspector
import Airwave
import Foundation
import Synchronization

/// The text of values and threads.
enum Description {
  /// The largest number of Unicode scalars in the text of a value.
  static let limit = 500

  /// `String(describing:)`, cut.
  static func text(of value: some Any) -> String {
    // Common types first: `String(describing:)` looks up conformances, which takes some microseconds in a cold cache.
    if let number = value as? Int { return String(number) }
    let whole = value as? String ?? String(describing: value)
    return cut(whole, to: limit)
  }

  /// The beginning of a text. Scalars are counted, because one character may have a million of them.
  static func cut(_ whole: String, to limit: Int) -> String {
    let scalars = whole.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
    guard let end, end < scalars.endIndex else { return whole }
    return String(scalars[..<end]) + "…"
  }

  private static let threads = Mutex<[UInt: Int]>([:])

  /// `main` for the main actor and the main thread, or the number of the thread, in the order in which threads
  /// broadcast first. A thread that begins after another has ended may get its number.
  static func thread() -> String {
    if MainQueue.isCurrent || Thread.isMainThread { return "main" }
    #if canImport(Darwin)
    let id = UInt(bitPattern: pthread_self())
    #else
    let id = UInt(pthread_self())
    #endif
    let number = threads.withLock { threads in
      if let number = threads[id] { return number }
      threads[id] = threads.count + 1
      return threads.count
    }
    return "thread \(number)"
  }
}
#endif
