#if Inspector
extension News {
  /// Adds older news that a page did not take. Their values are counted, and not shown.
  mutating func add(unsent news: News) {
    let values = news.values.map { Thinned(pair: $0.pair, count: 1, from: $0.at, to: $0.at) }
    thinned = Dictionary(grouping: values + news.thinned + thinned, by: \.pair).sorted { $0.key < $1.key }
      .map { pair, gaps in
        let (first, last) = (gaps.map(\.from).min() ?? 0, gaps.map(\.to).max() ?? 0)
        return Thinned(pair: pair, count: gaps.reduce(0) { $0 + $1.count }, from: first, to: last)
      }
    calls = Dictionary(grouping: news.calls + calls, by: \.listener).sorted { $0.key < $1.key }
      .map { listener, calls in
        let seconds = calls.reduce(0) { $0 + $1.seconds }
        return Calls(listener: listener, calls: calls.reduce(0) { $0 + $1.calls }, seconds: seconds)
      }
    finished = Array((news.finished + finished).suffix(1_000))
  }
}
#endif
