#if Inspector
import Airwave
import FlyingFox
import Foundation
import Synchronization

/// Shows the pairs of the running program in a browser.
///
/// ```swift compile
/// import AirwaveInspector
///
/// try await Inspector.start(port: 4000)
/// // The page is at http://127.0.0.1:4000/
/// ```
///
/// The page shows which pairs there are, which operators and listeners follow them, and the values that are broadcast.
/// It observes: the order of values, the isolation of listeners, lifetimes, `hasListeners` and the replay are as
/// without it. While it runs, the newest values of each pair are kept as text, at most 20 a second after a burst of 50,
/// so that a page that is opened later can show them. Other values are counted.
///
/// The server neither blocks the program nor keeps it alive. Only programs of the same computer can reach it, unless
/// ``start(port:host:token:sources:editor:)`` gets a host and a token.
public final class Inspector: Sendable {
  /// The address of the page. It contains the token, if there is one.
  public let address: String

  private let server: InspectorServer

  private init(server: InspectorServer, address: String) {
    self.server = server
    self.address = address
  }

  /// The inspector that runs, or a place that is reserved for the one that is starting.
  private enum State {
    case none, starting
    case running(Inspector)
  }

  private static let state = Mutex(State.none)

  /// Starts the server and begins to observe the pairs of the program.
  ///
  /// - Parameters:
  ///   - port: The port of the server. 0 lets the system choose one; ``address`` has it.
  ///   - host: The address of the interface to listen on, such as `"0.0.0.0"`. Nil is the loopback interface. With a
  ///     host a token is necessary, because every computer that reaches the interface can then see the values of the
  ///     program.
  ///   - token: A secret of at least 16 characters that every request must have. Nil asks for none.
  ///   - sources: The folder of the sources, such as that of `Package.swift`. Places on the page are then links that
  ///     open the editor. The names of the files below it are read once, and the page has their paths. Nil makes no
  ///     link.
  ///   - editor: The URL of a place in the editor. `{path}` stands for the path of the file, which begins with a slash,
  ///     and `{line}` for the line.
  /// - Returns: The inspector. It runs until ``stop()``, even if the result is not used.
  /// - Throws: An ``InspectorError`` if an inspector runs already, if the port is taken, if a host has no token, or if
  ///   the folder of the sources cannot be read. A `CancellationError` if the task is cancelled meanwhile; then nothing
  ///   runs.
  @discardableResult
  public static func start(
    port: UInt16 = 4000,
    host: String? = nil,
    token: String? = nil,
    sources: String? = nil,
    editor: String = "vscode://file{path}:{line}"
  ) async throws -> Inspector {
    if host != nil, token == nil { throw InspectorError.tokenMissing }
    if let token, token.utf8.count < 16 { throw InspectorError.tokenTooShort }
    let files = try sources.map { try SourceFiles(below: $0, link: editor) }
    try state.withLock { state in
      if case .running(let inspector) = state { throw InspectorError.alreadyRunning(inspector.address) }
      if case .starting = state { throw InspectorError.alreadyRunning("an address that is not known yet") }
      state = .starting
    }
    do {
      let server = InspectorServer(port: port, host: host, token: token, session: Session.shared)
      let inspector = Inspector(server: server, address: try await server.start())
      Session.shared.begin()
      Session.shared.state.withLock { $0.sources = files }
      Session.shared.keepsHistory.store(true, ordering: .relaxed)
      state.withLock { $0 = .running(inspector) }
      return inspector
    } catch {
      state.withLock { $0 = .none }
      throw error
    }
  }

  /// Closes all pages, stops the server, and ends the observation, unless something is recorded to a file. A recording
  /// that a page has begun is lost.
  ///
  /// A second call has no effect.
  public func stop() async {
    let isRunning = Self.state.withLock { state in
      guard case .running(let inspector) = state, inspector === self else { return false }
      state = .none
      return true
    }
    if !isRunning { return }
    await server.stop()
    Session.shared.stopRecording(isFromPage: true)
    Session.shared.keepsHistory.store(false, ordering: .relaxed)
    Session.shared.state.withLock { $0.sources = nil }
    Session.shared.end()
  }
}
#endif
