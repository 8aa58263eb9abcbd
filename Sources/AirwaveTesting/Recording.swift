internal import Foundation

/// What one pair of a running program sent, from a file that the inspector of the program has recorded.
///
/// ```swift
/// import AirwaveTesting
/// import Foundation
///
/// let lines = """
///   {"airwave":1,"program":"shop","started":"2026-11-23T10:00:00Z"}
///   {"pair":1,"name":"taps","file":"Shop/Screen.swift","line":12,"type":"Int"}
///   {"at":0.5,"pair":1,"number":1,"text":"5","json":5,"thread":"main"}
///   {"at":2,"pair":1,"number":2,"text":"7","json":7,"thread":"main"}
///   {"at":3.25,"pair":1,"finish":true}
///   {"at":5,"end":true}
///   """
/// let file = FileManager.default.temporaryDirectory.appending(component: "taps-\(UUID()).jsonl")
/// try lines.write(to: file, atomically: true, encoding: .utf8)
///
/// let recording = try Recording(contentsOf: file.path(), pair: "taps")
/// try FileManager.default.removeItem(at: file)
/// let clock = ManualClock()
/// let taps = try Receiver<Int>.playing(recording, clock: clock)
/// taps.listen { print("\($0) at \(clock.now)") } onFinish: { print("end at \(clock.now)") }
///
/// clock.advance(by: .seconds(4))
/// // 5 at 0.5 seconds
/// // 7 at 2.0 seconds
/// // end at 3.25 seconds
/// ```
///
/// A file of the inspector has an object of JSON in each line. Other members than these are ignored, and so is the last
/// line if the program ended before it was whole. Another line that cannot be read, and a value that could not be
/// encoded, are left out (``leftOut``). A file of which lines in between were deleted is refused: the numbers of the
/// values tell.
///
/// | Line | Members |
/// |---|---|
/// | The first line | `airwave`: the version of the format, 1; `program`; `started` |
/// | Before the first value of a pair | `pair`: a number; `name`, if it has one; `file`, `line` and `type`; `textOnly`: `true` if the type is not `Encodable` |
/// | A value | `at`: the seconds since the recording was started; `pair`; `number`; `text`; `json`, if the type of the values is `Encodable`, or the `error` of encoding the value; `thread` |
/// | The end of a pair | `at`; `pair`; `finish`: `true` |
/// | The last line, if the file has reached its greatest size | `at`; `full`: `true` |
/// | The last line, if the recording was stopped | `at`; `end`: `true` |
///
/// The pair is read when the recording is made, and its values are decoded when they are played. For a floating-point
/// number that JSON cannot write, `json` has a word, which is played as the number: `"NaN"`, `"Infinity"`,
/// `"-Infinity"`.
public struct Recording: Sendable {
  /// A value, or the end of the pair.
  struct Event: Sendable {
    enum Content: Sendable {
      /// The line, which has the value as JSON.
      case value(Data)
      case end
      case leftOut(RecordingError)
    }

    /// The number of the line in the file.
    let line: Int
    let offset: Duration
    let content: Content

    var leftOut: LeftOut? { if case .leftOut(let error) = content { (line, error) } else { nil } }
    var isValue: Bool { if case .value = content { true } else { false } }
  }

  /// The number of a line that is not played, and the reason.
  typealias LeftOut = (line: Int, error: RecordingError)

  let path: String
  let events: [Event]

  /// Whether what the pair sent later is missing: the file has reached its greatest size, the program ended before the
  /// recording was stopped, or the end of the file was cut off.
  ///
  /// ```swift
  /// import AirwaveTesting
  /// import Foundation
  ///
  /// let lines = """
  ///   {"airwave":1}
  ///   {"pair":1,"name":"taps","file":"Shop/Screen.swift","line":12,"type":"Int"}
  ///   {"at":0.5,"pair":1,"number":1,"text":"5","json":5}
  ///   {"at":2,"pair":1,"number":2,"text":"7","json":7}
  ///   """
  /// let file = URL.temporaryDirectory.appending(component: "\(UUID()).jsonl")
  /// try lines.write(to: file, atomically: true, encoding: .utf8)
  /// print(try Recording(contentsOf: file.path(), pair: 1).isCut)
  ///
  /// try (lines + "\n" + #"{"at":5,"end":true}"#).write(to: file, atomically: true, encoding: .utf8)
  /// print(try Recording(contentsOf: file.path(), pair: 1).isCut)
  /// try FileManager.default.removeItem(at: file)
  /// // true
  /// // false
  /// ```
  public let isCut: Bool

  /// Why values are not played: each has the file, the line, and the reason. `encode(to:)` has thrown for the value, or
  /// the line cannot be read. A line that does not tell its pair is listed for each pair.
  ///
  /// ```swift
  /// import AirwaveTesting
  /// import Foundation
  ///
  /// let lines = """
  ///   {"airwave":1}
  ///   {"pair":1,"name":"taps","file":"Shop/Screen.swift","line":12,"type":"Tap"}
  ///   {"at":0.5,"pair":1,"number":1,"text":"Tap(5)","json":5}
  ///   {"at":2,"pair":1,"number":2,"text":"Tap(nowhere)","error":"a tap needs a place"}
  ///   {"at":5,"end":true}
  ///   """
  /// let file = URL.temporaryDirectory.appending(component: "\(UUID()).jsonl")
  /// try lines.write(to: file, atomically: true, encoding: .utf8)
  /// let recording = try Recording(contentsOf: file.path(), pair: "taps")
  /// try FileManager.default.removeItem(at: file)
  /// print(recording)
  /// print(recording.leftOut[0].description.replacing(file.path(), with: "file"))
  /// // Recording(1 value, 1 left out)
  /// // file:4: the value was recorded as text only: a tap needs a place
  /// ```
  public let leftOut: [RecordingError]

  /// Reads what a pair with a name sent.
  ///
  /// ```swift
  /// import AirwaveTesting
  /// import Foundation
  ///
  /// let lines = """
  ///   {"airwave":1}
  ///   {"pair":1,"name":"taps","file":"Shop/Screen.swift","line":12,"type":"Int"}
  ///   {"at":0.5,"pair":1,"number":1,"text":"5","json":5}
  ///   {"at":2,"pair":1,"number":2,"text":"7","json":7}
  ///   {"at":5,"end":true}
  ///   """
  /// let file = URL.temporaryDirectory.appending(component: "\(UUID()).jsonl")
  /// try lines.write(to: file, atomically: true, encoding: .utf8)
  /// print(try Recording(contentsOf: file.path(), pair: "taps"))
  /// try FileManager.default.removeItem(at: file)
  /// // Recording(2 values)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name of the pair, as it was passed to `make(strategy:name:)`.
  /// - Throws: A ``RecordingError`` if the file cannot be read, is no recording, or has not exactly one such pair. It
  ///   names the pairs that there are.
  public init(contentsOf path: String, pair name: String) throws(RecordingError) {
    try self.init(path, "named '\(visible(shortened(name)))'") { $0.name == name }
  }

  /// Reads what the pair with a number sent. Use the number when several pairs have the same name or place.
  ///
  /// ```swift
  /// import AirwaveTesting
  /// import Foundation
  ///
  /// let lines = """
  ///   {"airwave":1}
  ///   {"pair":1,"name":"taps","file":"Shop/Screen.swift","line":12,"type":"Int"}
  ///   {"at":0.5,"pair":1,"number":1,"text":"5","json":5}
  ///   {"at":2,"pair":1,"number":2,"text":"7","json":7}
  ///   {"at":5,"end":true}
  ///   """
  /// let file = URL.temporaryDirectory.appending(component: "\(UUID()).jsonl")
  /// try lines.write(to: file, atomically: true, encoding: .utf8)
  /// print(try Recording(contentsOf: file.path(), pair: 1))
  /// try FileManager.default.removeItem(at: file)
  /// // Recording(2 values)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - number: The number of the pair in the file.
  /// - Throws: A ``RecordingError``, as for a name.
  public init(contentsOf path: String, pair number: Int) throws(RecordingError) {
    try self.init(path, "\(number)") { $0.pair == number }
  }

  /// Reads what the pair that was made at a place sent.
  ///
  /// ```swift
  /// import AirwaveTesting
  /// import Foundation
  ///
  /// let lines = """
  ///   {"airwave":1}
  ///   {"pair":1,"name":"taps","file":"Shop/Screen.swift","line":12,"type":"Int"}
  ///   {"at":0.5,"pair":1,"number":1,"text":"5","json":5}
  ///   {"at":2,"pair":1,"number":2,"text":"7","json":7}
  ///   {"at":5,"end":true}
  ///   """
  /// let file = URL.temporaryDirectory.appending(component: "\(UUID()).jsonl")
  /// try lines.write(to: file, atomically: true, encoding: .utf8)
  /// print(try Recording(contentsOf: file.path(), fileID: "Shop/Screen.swift", line: 12))
  /// try FileManager.default.removeItem(at: file)
  /// // Recording(2 values)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - fileID: The module and the file in which the pair was made, such as `Shop/Screen.swift`.
  ///   - line: The line in which it was made.
  /// - Throws: A ``RecordingError``, as for a name.
  public init(contentsOf path: String, fileID: String, line: Int) throws(RecordingError) {
    try self.init(path, "made at \(visible(shortened(fileID))):\(line)") { $0.file == fileID && $0.line == line }
  }

  private init(
    _ path: String,
    _ description: String,
    where isWanted: (RecordedLine) -> Bool
  ) throws(RecordingError) {
    let file = try RecordedFile(path)
    let wanted = file.pairs.filter(isWanted)
    guard let pair = wanted.first?.pair, wanted.count == 1 else {
      throw .pair(description, in: path, found: wanted, among: file)
    }
    events = file.events[pair] ?? []
    let hasValues = events.contains(where: \.isValue)
    if !hasValues, file.textOnly.contains(pair) {
      let reason = "recorded as text only, because the type of the values is not Encodable"
      throw .file(path, "the pair \(wanted[0].pairDescription) was \(reason)")
    }
    let ownLeftOut = events.compactMap(\.leftOut)
    if !hasValues, let first = ownLeftOut.first { throw first.error }
    try file.checkNumbers(of: pair, in: path)
    self.path = path
    isCut = file.isCut
    leftOut = (ownLeftOut + file.unreadable).sorted { $0.line < $1.line }.map(\.error)
  }
}

extension Recording: CustomStringConvertible {
  /// The number of values, such as `Recording(2 values)`, and how many are left out.
  ///
  /// ```swift
  /// import AirwaveTesting
  /// import Foundation
  ///
  /// let lines = """
  ///   {"airwave":1}
  ///   {"pair":1,"name":"taps","file":"Shop/Screen.swift","line":12,"type":"Int"}
  ///   {"at":0.5,"pair":1,"number":1,"text":"5","json":5}
  ///   {"at":2,"pair":1,"number":2,"text":"7","json":7}
  ///   {"at":5,"end":true}
  ///   """
  /// let file = URL.temporaryDirectory.appending(component: "\(UUID()).jsonl")
  /// try lines.write(to: file, atomically: true, encoding: .utf8)
  /// let recordings = [try Recording(contentsOf: file.path(), pair: "taps")]
  /// print(recordings)
  /// try FileManager.default.removeItem(at: file)
  /// // [Recording(2 values)]
  /// ```
  public var description: String {
    "Recording(\(counted(events.count(where: \.isValue)))\(leftOut.isEmpty ? "" : ", \(leftOut.count) left out"))"
  }
}

/// The error of a ``Recording`` that cannot be read, or cannot be played.
///
/// ```swift
/// import AirwaveTesting
///
/// do {
///   _ = try Recording(contentsOf: "missing.jsonl", pair: "taps")
/// } catch {
///   print(error.description.prefix(29))
/// }
/// // missing.jsonl: cannot be read
/// ```
public struct RecordingError: Error, Equatable, CustomStringConvertible {
  /// The file, the line, and the reason. If there is no such pair, the pairs that there are.
  ///
  /// ```swift
  /// import AirwaveTesting
  /// import Foundation
  ///
  /// let file = URL.temporaryDirectory.appending(component: "\(UUID()).jsonl")
  /// try #"{"airwave":1}"#.write(to: file, atomically: true, encoding: .utf8)
  /// do {
  ///   _ = try Recording(contentsOf: file.path(), pair: "taps")
  /// } catch {
  ///   print(error.description.replacing(file.path(), with: "file"))
  /// }
  /// try FileManager.default.removeItem(at: file)
  /// // file: no pair is named 'taps'. There is none.
  /// ```
  public let description: String
}

extension RecordingError {
  static func file(_ path: String, _ reason: String) -> RecordingError {
    RecordingError(description: "\(visible(path)): \(reason)")
  }

  static func line(_ number: Int, of path: String, _ reason: String) -> RecordingError {
    RecordingError(description: "\(visible(path)):\(number): \(reason)")
  }

  fileprivate static func pair(
    _ description: String,
    in path: String,
    found: [RecordedLine],
    among all: RecordedFile
  ) -> RecordingError {
    let listed = (found.isEmpty ? all.pairs : found).prefix(20).map(\.pairDescription).joined(separator: ", ")
    if !found.isEmpty {
      return file(path, "\(found.count) pairs are \(description). Pass the number of one: \(listed)")
    }
    let unread = all.unreadable.first.map { ", and line \($0.line) cannot be read" } ?? ""
    let others = listed.isEmpty ? "There is none." : "There are: \(listed)"
    return file(path, "no pair is \(description)\(unread). \(others)")
  }
}
