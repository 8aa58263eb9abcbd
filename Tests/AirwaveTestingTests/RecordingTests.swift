import Airwave
import AirwaveTesting
import Foundation
import TestSupport
import Testing

@Suite("Recording", .patient)
struct RecordingTests {
  private struct Tap: Codable, Equatable, Sendable {
    let x: Int
    let name: String?
  }

  private static let lines = [
    #"{"airwave":1,"program":"shop","started":"2026-11-23T10:00:00Z"}"#,
    #"{"pair":1,"name":"taps","file":"Shop/Screen.swift","line":12,"type":"Tap","kind":"pair"}"#,
    #"{"at":0,"pair":1,"number":1,"text":"Tap(x: 1)","json":{"x":1},"thread":"main"}"#,
    #"{"pair":2,"file":"Shop/Basket.swift","line":7,"type":"Optional<Int>"}"#,
    #"{"at":0.5,"pair":2,"number":1,"text":"nil","json":null,"thread":"main"}"#,
    #"{"at":1.25,"pair":1,"number":2,"text":"Tap(x: 2)","json":{"x":2,"name":"two"},"thread":"2"}"#,
    #"{"at":1.25,"pair":1,"number":3,"text":"Tap(x: 3)","json":{"x":3},"thread":"2"}"#,
    #"{"at":2,"pair":2,"number":2,"text":"Optional(5)","json":5,"thread":"main"}"#,
    #"{"at":3,"pair":1,"finish":true}"#,
  ]

  /// The lines with another first value of the pair `taps`.
  private static func lines(with line: String) -> [String] { Array(lines[..<2] + [line] + lines[3...]) }

  private let clock = ManualClock()
  private let path = FileManager.default.temporaryDirectory.appending(component: "airwave-\(UUID()).jsonl").path()

  /// Writes a file, and calls a function that reads it.
  private func file<Result>(_ lines: [String], end: String = "\n", _ body: (String) throws -> Result) throws -> Result {
    try Data((lines.joined(separator: "\n") + end).utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// Plays a recording, and returns what is heard and when.
  private func heard<Value: Decodable & Sendable>(_ recording: Recording, as type: Value.Type) throws -> [String] {
    let clock = ManualClock()
    let heard = Heard<String>()
    try Receiver<Value>.playing(recording, clock: clock).listen {
      heard.append("\(clock.now) \($0)")
    } onFinish: {
      heard.append("\(clock.now) end")
    }
    clock.advance(by: .seconds(60))
    #expect(clock.sleeperCount == 0)
    return heard.values
  }

  /// The message of the error that reading and playing a file throws.
  private func failure(_ lines: [String], end: String = "\n", pair: String = "taps") -> String? {
    do {
      try file(lines, end: end) { _ = try heard(Recording(contentsOf: $0, pair: pair), as: Tap.self) }
      return nil
    } catch {
      return "\(error)".replacing(path, with: "file")
    }
  }

  @Test("plays the values of one pair at their times, and its end")
  func plays() throws {
    let recording = try file(Self.lines + [#"{"at":4,"end":true}"#]) { try Recording(contentsOf: $0, pair: "taps") }

    #expect(
      try heard(recording, as: Tap.self) == [
        "0.0 seconds Tap(x: 1, name: nil)", "1.25 seconds Tap(x: 2, name: Optional(\"two\"))",
        "1.25 seconds Tap(x: 3, name: nil)", "3.0 seconds end",
      ]
    )
    #expect("\(recording)" == "Recording(3 values)")
    #expect(!recording.isCut)
  }

  @Test("finds a pair by its place and by its number, and plays an absent value")
  func finds() throws {
    let (placed, numbered) = try file(Self.lines) {
      (
        try Recording(contentsOf: $0, fileID: "Shop/Basket.swift", line: 7),
        try Recording(contentsOf: $0, pair: 2)
      )
    }

    for recording in [placed, numbered] {
      #expect(try heard(recording, as: Int?.self) == ["0.5 seconds nil", "2.0 seconds Optional(5)"])
    }
  }

  @Test("plays anew for each listener")
  func listeners() throws {
    let recording = try file(Self.lines) { try Recording(contentsOf: $0, pair: "taps") }
    let receiver = try Receiver<Tap>.playing(recording, clock: clock).map(\.x)
    let first = receiver.record(allowingUnread: true)
    clock.advance(by: .seconds(2))
    let second = receiver.record(allowingUnread: true)

    #expect(first.values == [1, 2, 3])
    #expect(second.values == [1])
    clock.advance(by: .seconds(3))
    clock.advance(by: .seconds(3))
    #expect(second.values == [1, 2, 3])
  }

  @Test("a pair without an end, in a file that was cut, does not finish")
  func cut() throws {
    let recording = try file(Self.lines.dropLast() + [#"{"at":2.5,"full":true}"#]) {
      try Recording(contentsOf: $0, pair: "taps")
    }

    #expect(recording.isCut)
    #expect(try heard(recording, as: Tap.self).count == 3)
  }

  @Test("an end that values follow, as of a shared receiver, is not played")
  func reconnected() throws {
    let more = #"{"at":4,"pair":1,"number":4,"text":"Tap(x: 4)","json":{"x":4},"thread":"main"}"#
    let recording = try file(Self.lines + [more]) { try Recording(contentsOf: $0, pair: "taps") }

    #expect(try heard(recording, as: Tap.self).last == "4.0 seconds Tap(x: 4, name: nil)")
  }

  @Test("a last line that the program did not finish is ignored, and so are empty lines")
  func partial() throws {
    let recording = try file([Self.lines[0], ""] + Self.lines.dropFirst(), end: "\n{\"at\":9,\"pa") {
      try Recording(contentsOf: $0, pair: "taps")
    }

    #expect(try heard(recording, as: Tap.self).count == 4)
  }

  @Test("whose end was cut off tells so")
  func endless() throws {
    for count in 3...Self.lines.count {
      let recording = try file(Array(Self.lines[..<count])) { try Recording(contentsOf: $0, pair: "taps") }
      #expect(recording.isCut)
    }
  }

  @Test("of which lines were deleted is refused: the numbers tell")
  func deleted() {
    let later = (4...9).map { #"{"at":2,"pair":1,"number":\#($0),"text":"","json":{"x":\#($0)},"thread":"main"}"# }
    let lines = Self.lines.dropLast() + later

    #expect(failure(Array(lines)) == nil)
    #expect(
      failure(lines.filter { !$0.contains("\"number\":5,") })
        == "file:\(lines.count - 4): value 5 is missing before value 6 of the pair"
    )
    let gap = failure(
      lines.filter { line in !(5...7).contains { number in line.contains("\"number\":\(number),") } }
    )
    #expect(gap?.hasSuffix("values 5 to 7 are missing before value 8 of the pair") == true)
  }

  @Test("of a type that is not Encodable is refused by the name of its pair when it is read")
  func textOnly() {
    var lines = Self.lines.map { $0.replacing(#/"json":\{[^}]*\},/#, with: "") }
    lines[1] = lines[1].replacing("\"type\"", with: "\"textOnly\":true,\"type\"")

    #expect(
      failure(lines)
        == "file: the pair 1 'taps' of Tap (Shop/Screen.swift:12) was recorded as text only, because the type of the "
        + "values is not Encodable"
    )
  }

  @Test("a time that goes back does not change the order")
  func backwards() throws {
    let early = #"{"at":1,"pair":1,"number":4,"text":"Tap(x: 4)","json":{"x":4},"thread":"main"}"#
    let recording = try file(Self.lines.dropLast() + [early]) { try Recording(contentsOf: $0, pair: "taps") }

    #expect(try heard(recording, as: Tap.self).last == "1.25 seconds Tap(x: 4, name: nil)")
  }

  @Test("an unknown pair is answered with those that there are")
  func unknown() throws {
    #expect(
      failure(Self.lines, pair: "tips")
        == "file: no pair is named 'tips'. There are: 1 'taps' of Tap (Shop/Screen.swift:12), 2 of Optional<Int> "
        + "(Shop/Basket.swift:7)"
    )
    #expect(failure([Self.lines[0]]) == "file: no pair is named 'taps'. There is none.")
    let twin = Self.lines[1].replacing("\"pair\":1", with: "\"pair\":3").replacing("12", with: "13")
    #expect(
      failure(Self.lines + [twin])
        == "file: 2 pairs are named 'taps'. Pass the number of one: 1 'taps' of Tap (Shop/Screen.swift:12), 3 'taps' of "
        + "Tap (Shop/Screen.swift:13)"
    )
  }

  @Test("a value that cannot be decoded is named with its line")
  func undecodable() throws {
    let wrong = Self.lines[2].replacing(#"{"x":1}"#, with: #"{"x":"one"}"#)

    let decoding = try #require(failure(Self.lines(with: wrong)))
    #expect(decoding.hasPrefix("file:3: the value is no Tap: json.x: "), "\(decoding)")
  }

  @Test("plays the words of numbers that JSON cannot write, and of these alone")
  func words() throws {
    let values = ["1.5", #""NaN""#, #""Infinity""#, #""-Infinity""#, "2"].enumerated()
    let lines = values.map { #"{"at":\#($0),"pair":1,"number":\#($0 + 1),"text":"","json":\#($1),"thread":"main"}"# }
    let recording = try file([Self.lines[0], Self.lines[1]] + lines) { try Recording(contentsOf: $0, pair: "taps") }

    #expect(
      try heard(recording, as: Float.self)
        == ["0.0 seconds 1.5", "1.0 seconds nan", "2.0 seconds inf", "3.0 seconds -inf", "4.0 seconds 2.0"]
    )
    #expect(throws: RecordingError.self) { try heard(recording, as: Int.self) }
  }

  @Test(
    "leaves out a value that could not be encoded or read, and names its line and the cause",
    arguments: [
      (#","error":"a tap\nneeds a place""#, "the value was recorded as text only: a tap\\nneeds a place"),
      ("", "the value was recorded as text only: it could not be encoded"),
      (#","json":{"x":NaN}"#, "is no line of a recording: "),
      (#","json":{"x"#, "is no line of a recording: "),
      (#","json":{"x":1},"thread":7"#, nil),
    ]
  )
  func leftOut(content: String, reason: String?) throws {
    let line = #"{"at":0,"pair":1,"number":1,"text":"Tap(x: 1)"\#(content)}"#
    let (taps, others) = try file(Self.lines(with: line)) {
      (try Recording(contentsOf: $0, pair: "taps"), try Recording(contentsOf: $0, pair: 2))
    }

    #expect(
      try heard(taps, as: Tap.self).suffix(3).map { $0.prefix(12) } == ["1.25 seconds", "1.25 seconds", "3.0 seconds "]
    )
    #expect("\(taps)" == (reason == nil ? "Recording(3 values)" : "Recording(2 values, 1 left out)"))
    #expect(taps.leftOut.count == (reason == nil ? 0 : 1))
    if let reason { #expect(taps.leftOut[0].description.hasPrefix("\(path):3: \(reason)"), "\(taps.leftOut)") }
    #expect(try heard(others, as: Int?.self) == ["0.5 seconds nil", "2.0 seconds Optional(5)"])
    #expect(others.leftOut == [])
  }

  @Test(
    "leaves out a line that tells no pair, in place of the value whose number is missing",
    arguments: ["{\"at\":", "?"]
  )
  func unreadable(line: String) throws {
    let lines = Self.lines[..<5] + [line] + Self.lines[6...]
    let (taps, others) = try file(Array(lines)) {
      (try Recording(contentsOf: $0, pair: "taps"), try Recording(contentsOf: $0, pair: 2))
    }

    #expect(try heard(taps, as: Tap.self).count == 3)
    #expect(try heard(others, as: Int?.self).count == 2)
    for recording in [taps, others] {
      #expect(recording.leftOut.map { "\($0)".hasPrefix("\(path):6: is no line of a recording: ") } == [true])
    }
    // One line cannot have had two values.
    let twice =
      lines.filter { !$0.contains("\"number\":3") } + [Self.lines[6].replacing("\"number\":3", with: "\"number\":4")]
    #expect(failure(Array(twice))?.hasSuffix("values 2 to 3 are missing before value 4 of the pair") == true)
    #expect(
      failure([Self.lines[0], line, ""]) == "file: no pair is named 'taps', and line 2 cannot be read. There is none."
    )
  }

  @Test("a pair of which no value could be encoded is refused by the cause")
  func nothing() {
    let line = #"{"at":0,"pair":1,"number":1,"text":"Tap(x: 1)","error":"a tap needs a place"}"#

    #expect(
      failure([Self.lines[0], Self.lines[1], line])
        == "file:3: the value was recorded as text only: a tap needs a place"
    )
  }

  @Test("another file is no recording", arguments: ["", "{}", "Dear diary", "[1]", "\u{0}\u{1}", #"{"pair":1}"#])
  func other(text: String) throws {
    let message = try #require(failure([text], end: ""))

    #expect(message.contains("is no recording: the first line of one begins with {\"airwave\":1"), "\(message)")
  }

  @Test("another version, a time without end and a missing file are named")
  func broken() throws {
    let endless = Self.lines[2].replacing("\"at\":0", with: "\"at\":1e300")

    #expect(
      failure([#"{"airwave":2}"#]) == "file:1: has the format 2, and not 1"
    )
    #expect(failure(Self.lines[..<2] + [endless]) == "file:3: 'at' is 1e+300")
    #expect(throws: RecordingError.self) { try Recording(contentsOf: path, pair: "taps") }
  }

  @Test("hostile names are shown in one line of bounded length")
  func hostile() throws {
    let name = String(repeating: "<script>", count: 1_000) + "\\u0000\\n"
    let message = try #require(failure([Self.lines[0], #"{"pair":1,"name":"\#(name)"}"#]))

    #expect(message.count < 400)
    #expect(!message.contains("\n"))
  }
}
