import Airwave

/// Searches while the user types: after a pause of 300 milliseconds, and for the newest text alone.
@MainActor
final class Search {
  @Variable var text = ""
  @Variable private(set) var results: [Message] = []

  init(_ server: Server, clock: some Clock<Duration>) {
    $text.skipRepeats().debounce(for: .milliseconds(300), clock: clock)
      .mapLatest { text in text.isEmpty ? [] : (try? await server.search(text)) ?? [] }
      .listen(with: self) { search, results in search.results = results }
  }
}
