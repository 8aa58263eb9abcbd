#if Inspector
/// One value, described.
struct Entry: Sendable {
  let pair: Int
  let number: Int
  let at: Double
  let text: String
  let thread: String

  var object: JSONObject { ["pair": pair, "number": number, "at": at, "text": text, "thread": thread] }
}

/// How many values of a pair were counted, and not described, between two times.
struct Thinned: Sendable {
  let pair: Int
  let count: Int
  let from: Double
  let to: Double

  var object: JSONObject { ["pair": pair, "count": count, "from": from, "to": to] }
}

/// The calls of a listener since the last message.
struct Calls: Sendable {
  let listener: Int
  let calls: Int
  let seconds: Double

  var object: JSONObject { ["listener": listener, "calls": calls, "seconds": seconds] }
}

/// The end of a pair.
struct End: Sendable {
  let pair: Int
  let at: Double

  var object: JSONObject { ["pair": pair, "at": at] }
}

/// What a page hears ten times a second.
struct News: Sendable {
  let time: Double
  var values: [Entry] = []
  var thinned: [Thinned] = []
  var calls: [Calls] = []
  var finished: [End] = []

  var isEmpty: Bool { values.isEmpty && thinned.isEmpty && calls.isEmpty && finished.isEmpty }

  var object: JSONObject {
    [
      "time": time,
      "values": values.map(\.object),
      "thinned": thinned.map(\.object),
      "calls": calls.map(\.object),
      "finished": finished.map(\.object),
    ]
  }

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
