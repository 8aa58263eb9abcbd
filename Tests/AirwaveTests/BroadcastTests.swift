import Airwave
import TestSupport
import Testing

@Suite("@Broadcast")
struct BroadcastTests {
  /// A class with a pair for each form of the declaration.
  @MainActor
  private final class Lifecycle {
    @Broadcast(.warm(upTo: 1)) var phase: Receiver<String>
    @Broadcast var taps: Receiver<Void>

    func enter(_ phase: String) { _phase.broadcast(phase) }
    func tap() { _taps.broadcast() }
    func end() { _phase.finish() }
    var transmitter: Transmitter<String> { _phase.transmitter }
  }

  private actor Feed {
    @Broadcast(.cold) var items: Receiver<Int>

    func send(_ item: Int) { _items.broadcast(item) }
  }

  private struct Download {
    @Broadcast var progress: Receiver<Int>

    func report(_ percent: Int) { _progress.broadcast(percent) }
  }

  @Test("replays as its strategy says", arguments: everyStrategy)
  func replays(strategy: ReplayStrategy) {
    @Broadcast(strategy) var numbers: Receiver<Int>
    [1, 2, 3].forEach(_numbers.broadcast)
    let (heard, _) = recordEvents(numbers)
    _numbers.transmitter.broadcast(4)
    _numbers.finish()
    _numbers.broadcast(5)

    #expect(heard.values == (strategy.replayed(of: [1, 2, 3]) + [4]).map(Event.value) + [.end])
  }

  @Test("ends with its object, or with the last copy of the transmitter", arguments: [false, true])
  @MainActor func lives(isCopied: Bool) {
    var lifecycle: Lifecycle? = Lifecycle()
    var copy = isCopied ? lifecycle?.transmitter : nil
    lifecycle?.enter("active")
    let (heard, _) = recordEvents(lifecycle?.phase ?? .never)
    lifecycle = nil
    copy?.broadcast("background")
    let before = heard.values
    copy = nil

    #expect(before == (isCopied ? [.value("active"), .value("background")] : [.value("active"), .end]))
    #expect(heard.values.last == .end)
  }

  @Test("sends events without a value, and nothing after its end")
  @MainActor func sends() {
    let lifecycle = Lifecycle()
    let taps = Tally()
    lifecycle.taps.listen { taps.add(1) }
    let (heard, _) = recordEvents(lifecycle.phase)
    lifecycle.tap()
    lifecycle.enter("active")
    lifecycle.end()
    lifecycle.enter("background")

    #expect(heard.values == [.value("active"), .end])
    #expect(taps.count == 1)
  }

  @Test("is the same pair in copies of a structure, and works in an actor")
  func copies() async {
    let download = Download()
    let copy = download
    let (heard, _) = recordEvents(download.progress)
    copy.report(50)
    let feed = Feed()
    await feed.send(1)
    let (items, _) = recordEvents(await feed.items)
    await feed.send(2)

    #expect(heard.values == [.value(50)])
    #expect(items.values == [.value(1), .value(2)])
    withExtendedLifetime((download, feed)) {}
  }

  #if os(Linux) || os(macOS)
  @Test("stops the program for a negative limit")
  func negative() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Broadcast<Int>(.warm(upTo: -1))
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'upTo' must not be negative, but is -1"))
  }
  #endif
}
