internal import Foundation

/// The lines of a file that the inspector has recorded.
struct RecordedFile {
  /// The lines that describe the pairs.
  private(set) var pairs: [RecordedLine] = []
  /// What each pair sent.
  private(set) var events: [Int: [Recording.Event]] = [:]
  /// The pairs whose values were recorded as text only.
  private(set) var textOnly: Set<Int> = []
  /// The lines that are no line of a recording, and tell no pair.
  private(set) var unreadable: [Recording.LeftOut] = []
  /// Whether lines at the end are missing: the last line does not say that the recording was stopped.
  private(set) var isCut = true
  /// The numbers of the values of each pair, and the lines that they are in.
  private var numbers: [Int: [(number: Int, line: Int)]] = [:]

  init(_ path: String) throws(RecordingError) {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw .file(path, "cannot be read: \(visible(shortened("\(error)")))")
    }
    var hasBegun = false
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= UInt8(ascii: " ") }) {
      let recorded: RecordedLine
      do {
        recorded = try JSONDecoder().decode(RecordedLine.self, from: line)
      } catch {
        // A program that was killed may have written the beginning of a line.
        if hasBegun, index == lines.count - 1 { break }
        if !hasBegun { throw .line(index + 1, of: path, Self.noRecording) }
        leaveOut(line, number: index + 1, of: path, because: "is no line of a recording: \(reason(error))")
        continue
      }
      if hasBegun {
        add(recorded, line, number: index + 1, of: path)
      } else {
        guard let version = recorded.airwave else { throw .line(index + 1, of: path, Self.noRecording) }
        if version != 1 { throw .line(index + 1, of: path, "has the format \(version), and not 1") }
        hasBegun = true
      }
    }
    if !hasBegun { throw .file(path, Self.noRecording) }
  }

  /// Throws if a value of a pair is missing between others, and no line between them may have had it.
  func checkNumbers(of pair: Int, in path: String) throws(RecordingError) {
    // The connections of a shared receiver may overlap, and write their values in another order.
    let sorted = (numbers[pair] ?? []).sorted { $0.number < $1.number }
    for (value, next) in zip(sorted, sorted.dropFirst()) where next.number > value.number + 1 {
      if unreadable.count(where: { value.line < $0.line && $0.line < next.line }) >= next.number - value.number - 1 {
        continue
      }
      let first = value.number + 1, last = next.number - 1
      let missing = first == last ? "value \(first) is" : "values \(first) to \(last) are"
      throw .line(next.line, of: path, "\(missing) missing before value \(next.number) of the pair")
    }
  }

  private static let noRecording = "is no recording: the first line of one begins with {\"airwave\":1"

  private mutating func add(
    _ recorded: RecordedLine,
    _ line: Data,
    number lineNumber: Int,
    of path: String
  ) {
    if recorded.end == true { isCut = false }
    guard let pair = recorded.pair else { return }
    guard let seconds = recorded.at else {
      if recorded.textOnly == true { textOnly.insert(pair) }
      return pairs.append(recorded)
    }
    // The greatest time is some thirty years: a duration does not overflow.
    guard (0...1e9).contains(seconds) else {
      return leaveOut(line, number: lineNumber, of: path, because: "'at' is \(seconds)")
    }
    if let number = recorded.number { numbers[pair, default: []].append((number, line: lineNumber)) }
    let content: Recording.Event.Content
    if recorded.finish == true {
      content = .end
    } else if recorded.hasJSON {
      content = .value(line)
    } else {
      let reason = recorded.error.map { visible(shortened($0)) } ?? "it could not be encoded"
      content = .leftOut(.line(lineNumber, of: path, "the value was recorded as text only: \(reason)"))
    }
    events[pair, default: []].append(.init(line: lineNumber, offset: .seconds(seconds), content: content))
  }

  /// Adds a line that cannot be read to its pair, if its beginning tells it.
  private mutating func leaveOut(_ line: Data, number lineNumber: Int, of path: String, because reason: String) {
    let error = RecordingError.line(lineNumber, of: path, reason)
    let beginning = String(decoding: line.prefix(100), as: UTF8.self)
    guard let match = beginning.prefixMatch(of: #/\{"at":[^,]+,"pair":([0-9]+),"number":([0-9]+),/#),
      let pair = Int(match.1), let number = Int(match.2)
    else {
      return unreadable.append((lineNumber, error))
    }
    numbers[pair, default: []].append((number, line: lineNumber))
    events[pair, default: []].append(.init(line: lineNumber, offset: .zero, content: .leftOut(error)))
  }
}

/// A line of a recording.
struct RecordedLine: Decodable {
  private enum CodingKeys: String, CodingKey {
    case airwave, pair, name, file, line, type, at, number, finish, end, textOnly, json, error
  }

  let airwave: Int?
  let pair: Int?
  let name: String?
  let file: String?
  let line: Int?
  let type: String?
  let at: Double?
  let finish: Bool?
  let number: Int?
  let end: Bool?
  let textOnly: Bool?
  let hasJSON: Bool
  /// Why a value has no JSON.
  let error: String?

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    airwave = try members.decodeIfPresent(Int.self, forKey: .airwave)
    pair = try members.decodeIfPresent(Int.self, forKey: .pair)
    name = try members.decodeIfPresent(String.self, forKey: .name)
    file = try members.decodeIfPresent(String.self, forKey: .file)
    line = try members.decodeIfPresent(Int.self, forKey: .line)
    type = try members.decodeIfPresent(String.self, forKey: .type)
    at = try members.decodeIfPresent(Double.self, forKey: .at)
    finish = try members.decodeIfPresent(Bool.self, forKey: .finish)
    number = try members.decodeIfPresent(Int.self, forKey: .number)
    end = try members.decodeIfPresent(Bool.self, forKey: .end)
    textOnly = try members.decodeIfPresent(Bool.self, forKey: .textOnly)
    hasJSON = members.contains(.json)
    error = try members.decodeIfPresent(String.self, forKey: .error)
  }

  /// The number, the name, the type and the place of a pair, such as `3 'taps' of Int (Shop/Screen.swift:12)`.
  var pairDescription: String {
    let name = name.map { " '\($0)'" } ?? ""
    let type = type.map { " of \($0)" } ?? ""
    let place = file.map { " (\($0):\(line ?? 0))" } ?? ""
    return visible(shortened("\(pair ?? 0)\(name)\(type)\(place)"))
  }
}

/// The value of a line.
struct RecordedValue<Value: Decodable>: Decodable {
  let json: Value
}

/// The reason of an error of a decoder, and the member that it is about, in one line.
func reason(_ error: any Error) -> String {
  let context: DecodingError.Context? =
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context): context
    case .dataCorrupted(let context): context
    case nil: nil
    @unknown default: nil
    }
  guard let context else { return visible(shortened("\(error)")) }
  let member = context.codingPath.map(\.stringValue).joined(separator: ".")
  return visible(shortened((member.isEmpty ? "" : "\(member): ") + context.debugDescription))
}
