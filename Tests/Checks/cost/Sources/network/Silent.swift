@testable import AirwaveNATS
import CNATS
import Foundation

/// A server that accepts one connection, says that it takes headers, and ends.
enum Silent {
  /// - Returns: A connection that waits for its server to come back.
  static func connect() throws -> Handle {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), in_addr_t(0x7F00_0001).bigEndian)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        precondition(bind(listener, name, size) == 0 && listen(listener, 1) == 0)
        getsockname(listener, name, &size)
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
    Thread.detachNewThread { serve(listener) }
    var (options, connection): (OpaquePointer?, OpaquePointer?)
    try natsOptions_Create(&options).check()
    defer { natsOptions_Destroy(options) }
    try natsOptions_SetURL(options, "nats://127.0.0.1:\(port)").check()
    try natsOptions_SetReconnectWait(options, 3_600_000).check()
    try natsConnection_Connect(&connection, options).check()
    while natsConnection_Status(connection) != NATS_CONN_STATUS_RECONNECTING { usleep(1_000) }
    guard let connection else { throw NATSError(NATS_NO_MEMORY) }
    return Handle(pointer: connection)
  }

  private static func serve(_ listener: Int32) {
    let client = accept(listener, nil, nil)
    close(listener)
    func say(_ line: String) { precondition(write(client, line, line.utf8.count) == line.utf8.count) }
    say("INFO {\"server_id\":\"A\",\"version\":\"2.9.10\",\"headers\":true,\"max_payload\":1048576}\r\n")
    var (heard, bytes) = ("", [UInt8](repeating: 0, count: 4_096))
    while !heard.contains("PING") {
      let count = read(client, &bytes, bytes.count)
      precondition(count > 0)
      heard += String(decoding: bytes[..<count], as: UTF8.self)
    }
    say("PONG\r\n")
    close(client)
  }
}
