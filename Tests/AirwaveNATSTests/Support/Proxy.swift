#if NATS
import Foundation

/// Stands between clients and a server, and can cut their connections, hold back what they send, or change what the
/// server has a client sign.
final class Proxy: @unchecked Sendable {
  // Unchecked: `condition` guards what changes.
  private let condition = NSCondition()
  private var descriptors: Set<Int32> = []
  private var isHolding = false
  private var cause: (text: String, isKept: Bool)?
  private var changesNonce = false

  private let listener: Int32
  private let server: UInt16
  /// How many bytes a second it passes on in each direction. Nil if it does not matter.
  private let rate: Int?
  let port: UInt16

  var url: String { "nats://127.0.0.1:\(port)" }

  init(to server: UInt16, rate: Int? = nil) throws {
    self.server = server
    self.rate = rate
    // What is written to a connection that was cut fails, and does not end the process.
    signal(SIGPIPE, SIG_IGN)
    port = try Server.freePort()
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let status = withAddress(of: port) { bind(listener, $0, $1) }
    guard status == 0, listen(listener, 16) == 0 else {
      throw Server.DidNotStart(description: "The proxy has no port.")
    }
    Thread.detachNewThread { [listener, weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { return }
        connect(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Ends all connections, with what is on its way.
  func cut() {
    condition.withLock { for descriptor in descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  /// Keeps everything back that clients and the server send, or lets it go on.
  func hold(_ isHolding: Bool) {
    condition.withLock {
      self.isHolding = isHolding
      condition.broadcast()
    }
  }

  /// Ends the next connection on which a client sends a text, instead of passing it on, or again and again.
  func cut(at cause: String, again isKept: Bool = false) {
    condition.withLock { self.cause = (cause, isKept) }
  }

  /// Changes the next nonce that the server sends, so that it does not accept the signature.
  func changeNonce() {
    condition.withLock { changesNonce = true }
  }

  private func changeNonce(in bytes: inout [UInt8], _ count: Int) {
    condition.withLock {
      guard changesNonce, let nonce = bytes[..<count].firstRange(of: Array(#""nonce":""#.utf8))?.upperBound
      else { return }
      bytes[nonce] = bytes[nonce] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      changesNonce = false
    }
  }

  private func isCut(_ sent: ArraySlice<UInt8>) -> Bool {
    condition.withLock {
      guard let cause, String(decoding: sent, as: UTF8.self).contains(cause.text) else { return false }
      if !cause.isKept { self.cause = nil }
      return true
    }
  }

  private func connect(_ client: Int32) {
    let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard withAddress(of: server, { Foundation.connect(upstream, $0, $1) }) == 0 else {
      close(upstream)
      close(client)
      return
    }
    condition.withLock { descriptors.formUnion([client, upstream]) }
    let pumps = Pumps { [self] in
      condition.withLock { descriptors.subtract([client, upstream]) }
      close(client)
      close(upstream)
    }
    for (from, to) in [(client, upstream), (upstream, client)] {
      Thread.detachNewThread { [self] in
        pump(from, to)
        pumps.end()
      }
    }
  }

  private func pump(_ from: Int32, _ to: Int32) {
    var bytes = [UInt8](repeating: 0, count: rate == nil ? 16_384 : 1_024)
    var free = Date()
    while true {
      let count = recv(from, &bytes, bytes.count, 0)
      if count <= 0 || isCut(bytes[..<count]) { break }
      changeNonce(in: &bytes, count)
      if let rate {
        // A link that is busy until then.
        free = max(free, Date()).addingTimeInterval(Double(count) / Double(rate))
        Thread.sleep(until: free)
      }
      condition.withLock { while isHolding { condition.wait() } }
      var sent = 0
      while sent < count {
        let more = bytes[sent..<count].withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
        if more <= 0 { break }
        sent += more
      }
      if sent < count { break }
    }
    for descriptor in [from, to] { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// Closes a connection when both of its directions are done.
  private final class Pumps: @unchecked Sendable {
    // Unchecked: `lock` guards the count.
    private let lock = NSLock()
    private var count = 2
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
      self.onEnd = onEnd
    }

    func end() {
      let isLast = lock.withLock {
        count -= 1
        return count == 0
      }
      if isLast { onEnd() }
    }
  }
}

/// Calls a function of sockets with a port on the loopback device.
private func withAddress(of port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
  }
}
#endif
