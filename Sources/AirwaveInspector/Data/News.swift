#if Inspector
/// One value, described.
struct Entry: Sendable, Encodable {
  let pair: Int
  let number: Int
  let at: Double
  let text: String
  let thread: String
}

/// How many values of a pair were counted, and not described, between two times.
struct Thinned: Sendable, Encodable {
  let pair: Int
  let count: Int
  let from: Double
  let to: Double
}

/// The calls of a listener since the last message.
struct Calls: Sendable, Encodable {
  let listener: Int
  let calls: Int
  let seconds: Double
}

/// The end of a pair.
struct End: Sendable, Encodable {
  let pair: Int
  let at: Double
}

/// What a page hears ten times a second.
struct News: Sendable, Encodable {
  let time: Double
  var values: [Entry] = []
  var thinned: [Thinned] = []
  var calls: [Calls] = []
  var finished: [End] = []

  var isEmpty: Bool { values.isEmpty && thinned.isEmpty && calls.isEmpty && finished.isEmpty }

  func part(for watched: Set<Int>) -> News {
    var part = News(time: time)
    part.values = values.filter { watched.contains($0.pair) }
    part.thinned = thinned.filter { watched.contains($0.pair) }
    part.calls = calls.filter { watched.contains($0.listener) }
    part.finished = finished.filter { watched.contains($0.pair) }
    return part
  }
}
#endif
