#if Inspector
import Airwave
import AirwaveInspector
import FlyingSocks
import Foundation
import TestSupport
import Testing

/// The suites that start an inspector, of which a process has one.
@Suite("Inspector", .serialized, .inTurn, .disabled(if: InspectedTests.isActive), .patient)
enum InspectorTests {
  /// Calls a function while an inspector runs on a free port.
  static func inspecting(
    token: String? = nil,
    _ body: (UInt16, Inspector) async throws -> Void
  ) async throws {
    let inspector = try await Inspector.start(port: 0, token: token)
    let port = try #require(URLComponents(string: inspector.address)?.port)
    do {
      try await body(UInt16(port), inspector)
    } catch {
      await inspector.stop()
      throw error
    }
    await inspector.stop()
  }

  @Suite("Starting and stopping")
  struct StartTests {
    @Test("says that the port is taken, and which other to use")
    func portTaken() async throws {
      try await inspecting { port, inspector in
        await #expect(throws: InspectorError.self) { try await Inspector.start(port: port) }
        await inspector.stop()
        let other = try await Inspector.start(port: port)
        #expect(other.address == "http://127.0.0.1:\(port)/")
        await other.stop()
      }
    }

    @Test("tells an address that a browser can open, for all interfaces, too")
    func address() async throws {
      let inspector = try await Inspector.start(port: 0, host: "0.0.0.0", token: "a secret of the test")
      #expect(inspector.address.hasPrefix("http://127.0.0.1:"))
      await inspector.stop()
    }

    @Test("says that another program has the port")
    func otherProgram() async throws {
      let listening = try Listening()
      let error = await #expect(throws: InspectorError.self) { try await Inspector.start(port: listening.port) }
      #expect(error?.code == .portTaken)
      #expect(error?.description.contains("Port \(listening.port) is taken") == true)
    }

    @Test("refuses a second inspector, a host without a token, and a short token")
    func refuses() async throws {
      try await inspecting { _, inspector in
        let error = await #expect(throws: InspectorError.self) { try await Inspector.start(port: 0) }
        #expect(error?.code == .alreadyRunning)
        #expect(error?.description.contains(inspector.address) == true)
      }
      for (host, token) in [("0.0.0.0", nil), ("0.0.0.0", "short"), (nil, "short")] as [(String?, String?)] {
        let error = await #expect(throws: InspectorError.self) {
          try await Inspector.start(port: 0, host: host, token: token)
        }
        #expect(error?.code == .token)
      }
    }

    @Test("names an address that is not one of this computer")
    func noSuchAddress() async {
      for host in ["192.0.2.1", "example"] {
        let error = await #expect(throws: InspectorError.self) {
          try await Inspector.start(port: 0, host: host, token: "0123456789abcdef")
        }
        #expect(error?.code == .noSuchAddress)
      }
    }

    @Test("leaves nothing behind if its task is cancelled")
    func cancelled() async throws {
      let listening = try Listening()
      let port = listening.port
      listening.end()
      for _ in 0..<20 {
        let start = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          try await Inspector.start(port: port)
        }
        await #expect(throws: CancellationError.self) { try await start.value }
      }
      #expect(!Inspection.isRunning)
      let inspector = try await Inspector.start(port: port)
      await inspector.stop()
    }

    @Test("observes while it runs, and releases everything when it is stopped")
    func stop() async throws {
      #expect(!Inspection.isRunning)
      weak var inspector: Inspector?
      do {
        let started = try await Inspector.start(port: 0)
        inspector = started
        #expect(Inspection.isRunning)
        let port = try #require(URLComponents(string: started.address)?.port)
        let (client, _) = try await Client.live(UInt16(port))
        _ = try await client.hear()
        await started.stop()
        await started.stop()
        try? client.socket.close()
      }
      #expect(!Inspection.isRunning)
      #expect(inspector == nil)
    }
  }
}

/// A socket that listens on the loopback interface.
private final class Listening {
  private let descriptor: Int32
  private var hasEnded = false
  let port: UInt16

  init() throws {
    #if canImport(Darwin)
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(descriptor, raw, size)
        listen(descriptor, 1)
        getsockname(descriptor, raw, &size)
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
    try #require(port > 0)
  }

  /// Frees the port.
  func end() {
    if !hasEnded { close(descriptor) }
    hasEnded = true
  }

  deinit { end() }
}
#endif
