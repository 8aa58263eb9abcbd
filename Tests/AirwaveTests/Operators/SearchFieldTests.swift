import Airwave
import AirwaveTesting
import TestSupport
import Testing

/// The search field of the article "Recipes".
@Suite("A search field", .patient)
@MainActor
struct SearchFieldTests {
  /// The model of the article, which shows the results of a search.
  @MainActor
  final class SearchModel {
    @Variable private(set) var hits: [String] = []

    init(
      keys: Receiver<String>,
      clock: some Clock<Duration> = ContinuousClock(),
      search: @escaping @Sendable (String) async -> [String]
    ) {
      keys.debounce(for: .milliseconds(300), clock: clock)
        .skipRepeats()
        .mapLatest { text in await search(text) }
        .listen(with: self) { model, hits in
          MainActor.preconditionIsolated()
          model.hits = hits
        }
    }
  }

  private let keys = Receiver<String>.make()
  private let clock = ManualClock()

  /// Broadcasts texts, and moves the clock to the end of the pause after typing.
  private func type(_ texts: String...) async {
    texts.forEach(keys.transmitter.broadcast)
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .milliseconds(300))
  }

  @Test("searches when typing pauses, and for no text twice")
  func pauses() async throws {
    let searched = Heard<String>()
    let model = SearchModel(keys: keys.receiver, clock: clock) { text in
      searched.append(text)
      return ["\(text) book"]
    }
    let hits = model.$hits.skip(count: 1).record()
    await type("s", "sw", "swift")
    #expect(try await hits.next(within: timeLimit) == ["swift book"])
    await type("swif", "swift")
    await type("swifts")
    #expect(try await hits.next(within: timeLimit) == ["swifts book"])

    #expect(searched.values == ["swift", "swifts"])
  }

  @Test("shows the newest search alone, though an older one returns later", arguments: [true, false])
  func newest(isStubborn: Bool) async throws {
    let (latch, cancelled) = (Latch(), Tally())
    let (started, start) = Receiver<String>.make()
    let searches = start.record()
    let model = SearchModel(keys: keys.receiver, clock: clock) { text in
      started.broadcast(text)
      if text == "sw" {
        if isStubborn { await latch.waitStubbornly() } else { await latch.wait() }
        cancelled.add(Task.isCancelled ? 1 : 0)
      }
      return ["\(text) book"]
    }
    let hits = model.$hits.skip(count: 1).record()
    for text in ["sw", "swift"] {
      await type(text)
      #expect(try await searches.next(within: timeLimit) == text)
    }
    #expect(try await hits.next(within: timeLimit) == ["swift book"])
    latch.open()
    await until { cancelled.count == 1 }
    await type("swifts")

    #expect(try await hits.next(within: timeLimit) == ["swifts book"])
    #expect(try await searches.next(within: timeLimit) == "swifts")
    #expect(cancelled.count == 1)
  }

  @Test("neither a search nor the listener keeps the model")
  func gone() async throws {
    let (latch, begun) = (Latch(), Tally())
    var model: SearchModel? = SearchModel(keys: keys.receiver, clock: clock) { text in
      begun.add(1)
      await latch.wait()
      return [text]
    }
    await type("sw")
    await until { begun.count == 1 }
    weak let weakModel = model
    model = nil
    let isGone = weakModel == nil
    // The model is deinitialized, so that the next result ends the listener.
    latch.open()
    await until { keys.receiver.listenerCount == 0 }

    #expect(isGone)
    #expect([begun.count, keys.receiver.listenerCount] == [1, 0])
  }
}
