#if NATS
import Foundation
import Synchronization

/// A server of NATS on the loopback device, with a folder and a port of its own. It is killed when it is deinitialized.
final class Server: Sendable {
  struct DidNotStart: Error, CustomStringConvertible {
    let description: String
  }

  let port: UInt16
  let folder: URL
  private let configuration: String
  private let streaming: String?
  private let process = Mutex<Process?>(nil)

  var url: String { "nats://127.0.0.1:\(port)" }

  /// Starts a server, and waits until it says that it is ready. `configuration` is what its file says beside the
  /// address, and `streaming` what it says of streams beside their folder. Nil means that it has none.
  init(_ configuration: String = "", streaming: String? = "", port: UInt16? = nil) async throws {
    self.port = try port ?? Server.freePort()
    self.configuration = configuration
    self.streaming = streaming
    folder = FileManager.default.temporaryDirectory.appending(path: "airwave-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts it, or starts it again with the streams it had.
  func start(_ changed: String? = nil) async throws {
    let file = try write(changed ?? configuration)
    let process = Process()
    process.executableURL = URL(filePath: try Server.path())
    process.arguments = ["-c", file.path]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    self.process.withLock { $0 = process }
    try await ready(output.fileHandleForReading)
  }

  /// Has it read another configuration, soon.
  func reload(_ configuration: String) throws {
    _ = try write(configuration)
    process.withLock { process in if let process { _ = Foundation.kill(process.processIdentifier, SIGHUP) } }
  }

  private func write(_ configuration: String) throws -> URL {
    let file = folder.appending(path: "server.conf")
    // By default the server ends a log-in, and the start of TLS, after two seconds, also on a machine that is busy.
    let configuration = configuration.replacing(/^\s*(authorization|tls) \{/) { "\($0.output.1) { timeout: 60," }
    let text = """
      listen: "127.0.0.1:\(port)"
      \(streaming.map { "jetstream { store_dir: \"\(streams.path)\", \($0) }" } ?? "")
      \(configuration)
      """
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Ends it with signal 9, and waits until it is gone.
  func kill() {
    guard let process = process.withLock({ $0.take() }) else { return }
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Kills it, copies its streams, and starts it again.
  func save() async throws {
    kill()
    try FileManager.default.copyItem(at: streams, to: saved)
    try await start()
  }

  /// Kills it, and starts it again with the streams that were saved: what was written since then never reached the
  /// disk.
  func losePower() async throws {
    kill()
    try FileManager.default.removeItem(at: streams)
    try FileManager.default.copyItem(at: saved, to: streams)
    try await start()
  }

  private var streams: URL { folder.appending(path: "streams") }
  private var saved: URL { folder.appending(path: "saved") }

  /// Stops it with a signal, so that it neither answers nor ends, or lets it go on.
  func freeze(_ isFrozen: Bool) {
    process.withLock { process in
      guard let process else { return }
      _ = Foundation.kill(process.processIdentifier, isFrozen ? SIGSTOP : SIGCONT)
      // The signal takes effect a little later: until then the server still answers.
      while isFrozen, process.isRunning, !Self.isStopped(process.processIdentifier) { sched_yield() }
    }
  }

  /// Whether all threads of a process are stopped, as the kernel says in the state behind the name of each.
  private static func isStopped(_ id: Int32) -> Bool {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    return threads.allSatisfy { thread in
      let status = try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/stat", encoding: .utf8)
      return status.map { $0.contains(") T ") } ?? true
    }
  }

  /// Reads on a thread of its own, until the server ends: the thread sanitizer does not get along with the event
  /// sources of Dispatch.
  private func ready(_ output: FileHandle) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        var (log, isReady) = ("", false)
        while true {
          let chunk = output.availableData
          if chunk.isEmpty { break }
          if isReady { continue }
          log += String(decoding: chunk, as: UTF8.self)
          isReady = log.contains("Server is ready")
          if isReady { continuation.resume() }
        }
        if !isReady { continuation.resume(throwing: DidNotStart(description: log)) }
      }
    }
  }

  private static func path() throws -> String {
    let environment = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = environment.components(separatedBy: ":") + ["/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"]
    let paths = folders.map { "\($0)/nats-server" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw DidNotStart(description: "There is no nats-server in \(folders).")
    }
    return path
  }

  /// The next port to try. The system gives connections ports from 32768 on, so that none of them takes a port before
  /// the server does, and each test gets another port.
  private static let nextPort = Atomic<UInt16>(.random(in: 10_000..<30_000))

  /// A port that nothing listens to.
  static func freePort() throws -> UInt16 {
    for _ in 0..<1_000 {
      let port = nextPort.wrappingAdd(1, ordering: .relaxed).newValue
      if isFree(port) { return port }
    }
    throw DidNotStart(description: "There is no free port.")
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
#endif
