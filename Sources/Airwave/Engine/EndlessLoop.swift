#if DEBUG
import Synchronization

/// The place of a call that made a listener, in one word: the address of the file's name, and the line. 0 if it is not
/// known.
@usableFromInline
struct CallSite: Hashable, Sendable {
  private let bits: UInt64

  @usableFromInline static let unknown = CallSite(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  @usableFromInline init(_ fileID: StaticString, _ line: UInt) {
    let address = fileID.hasPointerRepresentation ? UInt(bitPattern: fileID.utf8Start) : 0
    bits = UInt64(address) << 16 | UInt64(min(line, 0xFFFF))
  }

  var isKnown: Bool { bits >> 16 != 0 }

  /// The name of the file, which is a C string in constant memory, and the line.
  var description: String {
    let name = UnsafePointer<CChar>(bitPattern: UInt(bits >> 16)).map { String(cString: $0) }
    return "\(name ?? "an unknown place"):\(bits & 0xFFFF)"
  }
}

/// Reports a loop that does not end: values that are each sent from inside of the one before. Such a chain uses
/// constant stack, so without the report the program would hang without a word. Debug builds only.
///
/// Each request to broadcast has a depth: one more than that of the value that is being delivered, if the thread that
/// delivers it sends the request. The place is that of the innermost listener that the thread calls.
enum EndlessLoop {
  private static let longest = 100_000
  private static let reported = Lock<Set<CallSite>>([])

  /// Sets the depth of a request that is about to be pushed, and reports the loop at a depth of 100,000, once for each
  /// place.
  static func count(_ request: Request, on channel: AnyChannel) {
    guard request.action == .broadcast, channel.gate.isHeldHere else { return }
    // Relaxed: only the holder counts. A former holder may take itself for the holder, and counts one too many.
    request.depth = channel.depth.load(ordering: .relaxed) + 1
    if request.depth == longest { report(ThreadState.current.pointee.callSite, on: channel) }
  }

  private static func report(_ place: CallSite, on channel: AnyChannel) {
    guard place.isKnown, reported.withLock({ $0.insert(place).inserted }) else { return }
    // The name of `Channel<Value>`, without the name of the channel.
    let type = "\(type(of: channel))".dropFirst("Channel<".count).dropLast()
    writeToStandardError(
      """
      Airwave: 100,000 values were each sent from inside of the one before, on a pair of \(type), by the listener, bind \
      or storage made at \(place.description). If it sets what it listens to, or what is bonded with that, add \
      skipRepeats(). (Reported once, in debug builds only.)

      """
    )
  }
}

extension CallSite {
  /// Called before a listener is called on this thread.
  ///
  /// - Returns: The place to pass to `leave`.
  @usableFromInline static func enter(_ disposable: Disposable) -> CallSite {
    let state = ThreadState.current
    let former = state.pointee.callSite
    if disposable.callSite.isKnown { state.pointee.callSite = disposable.callSite }
    return former
  }

  /// Called after the listener has returned.
  @usableFromInline static func leave(_ former: CallSite) {
    ThreadState.current.pointee.callSite = former
  }
}
#endif
