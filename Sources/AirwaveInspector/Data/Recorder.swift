#if Inspector
import Airwave
import Foundation
import Synchronization

/// Writes a recording: lines of JSON, to a file or to memory, up to a size.
final class Recorder: Sendable {
  /// The values of a pair that could not be encoded.
  private struct Failures {
    let pair: Int
    let name: String
    /// Why the first of them could not.
    let reason: String
    var count: Int

    var object: JSONObject { ["pair": name, "values": count, "reason": reason] }
  }

  private struct State {
    var seen: Set<Int> = []
    var size = 0
    var isFull = false
    /// The pairs whose values are recorded as text only.
    var textOnly: [String] = []
    var failures: [Failures] = []
    var isStopped = false
    var failure: String?
    /// What is not written yet. In memory, everything.
    var data = Data()
    var isWriting = false

    mutating func count(_ failure: String, of pair: PairRecord) {
      if let index = failures.firstIndex(where: { $0.pair == pair.id }) {
        failures[index].count += 1
      } else if failures.count < 100 {
        failures.append(Failures(pair: pair.id, name: pair.nameOrPlace, reason: failure, count: 1))
      }
    }
  }

  /// The room for the line that says that the file is full.
  private static let reserve = 48
  private static let newline = Data("\n".utf8)

  private let path: String?
  private let limit: Int
  private let file: FileHandle?
  private let start = Moment.now
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "AirwaveInspector.Recorder")

  /// - Parameters:
  ///   - path: The file, or nil for memory.
  ///   - limit: The largest size in bytes.
  /// - Throws: If the file cannot be written.
  init(path: String?, limit: Int) throws(InspectorError) {
    (self.path, self.limit) = (path, limit)
    if let path {
      // A file that exists may be open, or readable, elsewhere. The values may be confidential, so the file is a new
      // one that only its owner can read. A link, a pipe or a device stays, and is refused.
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(path) }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0 {
        let reason = String(cString: strerror(errno))
        throw InspectorError(code: .file, description: "The file \(path) cannot be written anew: \(reason).")
      }
      file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    } else {
      file = nil
    }
    let program = JSONText.quoted(ProcessInfo.processInfo.processName)
    append(Data("{\"airwave\":1,\"program\":\(program),\"started\":\"\(Date().ISO8601Format())\"}".utf8), at: start)
  }

  /// Whether nothing is recorded any more.
  var isDone: Bool { state.withLock { $0.isFull || $0.isStopped || $0.failure != nil } }

  var summary: JSONObject {
    // A copy, used without the lock.
    let state = state.withLock { $0 }
    var summary: JSONObject = ["bytes": state.size, "full": state.isFull, "textOnly": state.textOnly]
    summary.add("notEncoded", state.failures.map(\.object))
    summary.add("file", path)
    summary.add("failure", state.failure)
    return summary
  }

  /// The whole recording, if it is in memory.
  var data: Data? { path == nil ? state.withLock { $0.data } : nil }

  func add<Value>(
    _ value: Value,
    number: Int,
    text: String,
    thread: String,
    at time: Moment,
    from pair: PairRecord
  ) {
    if isDone { return }
    var line = "{\"at\":\(start.seconds(to: time)),\"pair\":\(pair.id),\"number\":\(number)"
    line += ",\"text\":\(JSONText.quoted(text))"
    var failure: String?
    do {
      if let json = try JSONText.encoded(value) { line += ",\"json\":\(json)" }
    } catch {
      let reason = JSONText.reason(error)
      line += ",\"error\":\(JSONText.quoted(reason))"
      failure = reason
    }
    line += ",\"thread\":\(JSONText.quoted(thread))}"
    append(Data(line.utf8), of: pair, at: time, failure: failure)
  }

  func finish(_ pair: PairRecord, at time: Moment) {
    append(Data("{\"at\":\(start.seconds(to: time)),\"pair\":\(pair.id),\"finish\":true}".utf8), of: pair, at: time)
  }

  /// Ends the recording, and waits until everything is written.
  func stop() {
    append(Data("{\"at\":\(start.seconds(to: .now)),\"end\":true}".utf8), at: .now)
    state.withLock { $0.isStopped = true }
    queue.sync { write() }
    try? file?.close()
  }

  /// Appends a line. `failure` tells why its value could not be encoded.
  private func append(_ line: Data, of pair: PairRecord? = nil, at time: Moment, failure: String? = nil) {
    let shouldWrite = state.withLock { state in
      if state.isFull || state.isStopped || state.failure != nil { return false }
      var lines = Data()
      if let pair, state.seen.insert(pair.id).inserted {
        lines += Data(introduction(of: pair).utf8) + Self.newline
        if !pair.isEncodable, state.textOnly.count < 100 {
          state.textOnly.append(pair.nameOrPlace)
        }
      }
      if let pair, let failure { state.count(failure, of: pair) }
      lines += line + Self.newline
      if state.size + lines.count > limit - Self.reserve {
        state.isFull = true
        lines = Data("{\"at\":\(start.seconds(to: time)),\"full\":true}\n".utf8)
      }
      state.size += lines.count
      state.data += lines
      if file == nil || state.isWriting { return false }
      state.isWriting = true
      return true
    }
    // Lines of a tenth of a second are written together.
    if shouldWrite { queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [self] in write() } }
  }

  private func introduction(of pair: PairRecord) -> String {
    var line = "{\"pair\":\(pair.id)"
    if let name = pair.name { line += ",\"name\":\(JSONText.quoted(name))" }
    line += ",\"file\":\(JSONText.quoted(pair.fileID.description)),\"line\":\(pair.line)"
    if !pair.isEncodable { line += ",\"textOnly\":true" }
    return line + ",\"type\":\(JSONText.quoted(String(describing: pair.valueType)))}"
  }

  /// Only the queue calls this.
  private func write() {
    guard let file else { return }
    let data = state.withLock { state in
      defer { (state.data, state.isWriting) = (Data(), false) }
      return state.data
    }
    if data.isEmpty { return }
    do {
      try file.write(contentsOf: data)
    } catch {
      state.withLock { $0.failure = error.localizedDescription }
    }
  }
}

extension PairRecord {
  /// Whether the values have JSON, unless encoding one fails.
  fileprivate var isEncodable: Bool { valueType is any Encodable.Type }

  fileprivate var nameOrPlace: String { name ?? "\(fileID):\(line)" }
}
#endif
