#if Inspector
import Airwave
@testable import AirwaveInspector
import FlyingSocks
import Foundation
import TestSupport
import Testing

extension InspectorTests {
  @Suite("The server")
  struct RefusalTests {
    @Test("answers with the page, which can reach this server alone")
    func page() async throws {
      try await inspecting { port, _ in
        let answer = try await Client.request(port, "/")
        #expect(answer.status == 200)
        #expect(answer.text.hasPrefix("<!doctype html>"))
        #expect(!answer.text.contains("{{"))
        #expect(answer.head.contains("default-src 'none'"))
        #expect(answer.head.contains("connect-src 'self' ws://127.0.0.1:\(port) wss://127.0.0.1:\(port);"))
        #expect(answer.head.contains("frame-ancestors 'none'"))
        #expect(!answer.head.lowercased().contains("access-control"))
        // The name of SVG is no address that is opened.
        let module = try await Client.request(port, "/page/text.js").text
        #expect(module.contains("export"))
        let addresses = (answer.text + module).matches(of: /https?:\/\/[^"\/]*/).map { String($0.output) }
        #expect(Set(addresses) == ["http://www.w3.org"])
      }
    }

    @Test(
      "refuses other hosts, origins, paths and methods",
      arguments: [
        ("/data", "GET", [:], 200),
        ("/data", "GET", ["Host": "localhost:PORT", "Origin": "http://localhost:PORT"], 200),
        ("/data", "GET", ["Host": "[::1]:PORT"], 200),
        ("/data", "GET", ["Host": "example.com:PORT"], 403),
        ("/data", "GET", ["Host": "127.0.0.1"], 403),
        ("/data", "GET", ["Host": ""], 403),
        ("/data", "GET", ["Origin": "http://example.com"], 403),
        ("/data", "GET", ["Origin": "http://127.0.0.1:1"], 403),
        ("/data", "GET", ["Origin": "null"], 403),
        ("/data", "GET", ["Sec-Fetch-Site": "cross-site"], 403),
        ("/data", "GET", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"], 403),
        ("/", "GET", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"], 200),
        ("/", "POST", [:], 405),
        ("/data", "PUT", [:], 405),
        ("/data", "OPTIONS", [:], 405),
        ("/other", "GET", [:], 404),
        ("/../etc/passwd", "GET", [:], 404),
        ("/recording", "GET", [:], 404),
        ("/live", "GET", [:], 400),
      ] as [(String, String, [String: String], Int)]
    )
    func refuses(path: String, method: String, headers: [String: String], status: Int) async throws {
      try await inspecting { port, _ in
        let headers = headers.mapValues { $0.replacing("PORT", with: "\(port)") }
        let answer = try await Client.request(port, path, method: method, headers: headers)
        #expect(answer.status == status)
        if status == 405 { #expect(answer.head.contains("Allow: GET")) }
      }
    }

    @Test(
      "does not take the body of a refused request for the next one",
      arguments: ["Content-Length: 3000000", "Transfer-Encoding: chunked", "Content-Length: 100"]
    )
    func body(header: String) async throws {
      try await inspecting { port, _ in
        let client = try await Client(port: port)
        defer { try? client.socket.close() }
        let lines = ["POST / HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://example.com", header, "", ""]
        let next = ["GET /data HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close", "", ""]
        try await client.socket.write(Data((lines + next).joined(separator: "\r\n").utf8))
        var answer = Data()
        while let part = try? await client.socket.read(atMost: 4_096) { answer += part }
        let text = String(decoding: answer, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 403 "))
        #expect(text.contains("Connection: close"))
        #expect(text.matches(of: /HTTP\/1\.1/).count == 1)
      }
    }

    @Test("closes a connection whose request does not end, also if a byte comes now and then")
    func slowly() async throws {
      let pool = ConnectionPool(patience: .milliseconds(300))
      let server = InspectorServer(port: 0, host: nil, token: nil, session: .shared, pool: pool)
      let address = try await server.start()
      let port = try #require(URLComponents(string: address)?.port)
      let client = try await Client(port: UInt16(port))
      let clock = ContinuousClock()
      let start = clock.now
      while !client.isClosed {
        do { try await client.socket.write(Data("G".utf8)) } catch { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(start.duration(to: clock.now) >= .milliseconds(250))
      try? client.socket.close()
      await server.stop()
    }

    @Test(
      "refuses a WebSocket of another origin, and takes one of the own page, with TLS or without",
      arguments: [
        ("127.0.0.1:PORT", "http://127.0.0.1:PORT", 101),
        ("127.0.0.1:PORT", "https://127.0.0.1:PORT", 101),
        ("LOCALHOST:PORT", "https://localhost:PORT", 101),
        ("[::1]:PORT", "https://[::1]:PORT", 101),
        ("127.0.0.1:PORT", "http://example.com", 403),
        ("127.0.0.1:PORT", "https://example.com:PORT", 403),
        ("127.0.0.1:PORT", "https://127.0.0.1:PORT.example.com", 403),
        ("127.0.0.1:PORT", "https://127.0.0.1", 403),
        ("127.0.0.1:PORT", "wss://127.0.0.1:PORT", 403),
        ("example.com", "https://example.com", 403),
      ]
    )
    func origin(host: String, origin: String, status: Int) async throws {
      try await inspecting { port, _ in
        let headers = ["Host": host, "Origin": origin].mapValues { $0.replacing("PORT", with: "\(port)") }
        let (client, answer) = try await Client.live(port, headers: headers)
        #expect(answer.status == status)
        try? client.socket.close()
      }
    }

    @Test(
      "with a host and a token takes the page of a proxy with TLS that keeps the host",
      arguments: [
        ("inspector.example.com", "https://inspector.example.com", 101),
        ("inspector.example.com:443", "https://inspector.example.com", 101),
        ("inspector.example.com:80", "http://inspector.example.com", 101),
        ("inspector.example.com:8443", "https://inspector.example.com:8443", 101),
        ("inspector.example.com:8443", "https://inspector.example.com", 403),
        ("inspector.example.com:80", "https://inspector.example.com", 403),
        ("inspector.example.com", "https://example.com", 403),
      ]
    )
    func proxy(host: String, origin: String, status: Int) async throws {
      let token = "a secret of some length"
      let server = InspectorServer(port: 0, host: "127.0.0.1", token: token, session: .shared)
      let address = try await server.start()
      let port = try #require(URLComponents(string: address)?.port)
      let headers = ["Host": host, "Origin": origin, "Authorization": "Bearer \(token)"]
      let (client, answer) = try await Client.live(UInt16(port), headers: headers)
      #expect(answer.status == status)
      try? client.socket.close()
      await server.stop()
    }

    @Test(
      "says that a forwarded port needs the same number",
      arguments: [
        ["Host": "localhost:1"], ["Host": "127.0.0.1"], ["Origin": "https://127.0.0.1:1"],
        ["Origin": "http://127.0.0.1"],
      ]
    )
    func forwarded(headers: [String: String]) async throws {
      try await inspecting { port, _ in
        let answer = try await Client.request(port, "/", headers: headers)
        #expect(answer.status == 403)
        #expect(answer.text.contains("which is on \(port). Forward a port of the same number."))
        let other = try await Client.request(port, "/", headers: ["Host": "example.com:\(port)"])
        #expect(other.text.hasPrefix("The inspector does not answer to this host name."))
      }
    }

    @Test("with a token refuses each request without it")
    func token() async throws {
      let token = "a secret of some length"
      try await inspecting(token: token) { port, inspector in
        #expect(inspector.address.hasSuffix("/?token=a%20secret%20of%20some%20length"))
        for path in ["/", "/data", "/live", "/other", "/data?token=a", "/data?token=a%20secret%20of%20some%20lengtj"] {
          let answer = try await Client.request(port, path)
          #expect(answer.status == 401)
        }
        let query = try await Client.request(port, "/data?token=a%20secret%20of%20some%20length")
        #expect(query.status == 200)
        let header = try await Client.request(port, headers: ["Authorization": "Bearer \(token)"])
        #expect(header.status == 200)
      }
    }

    @Test("answers beside 100 clients that say nothing, and beside 16 pages refuses another")
    func silence() async throws {
      try await inspecting { port, _ in
        let began = ContinuousClock.now
        var clients: [Client] = []
        for _ in 0..<100 { clients.append(try await Client(port: port)) }
        for client in clients.prefix(10) { try await client.socket.write(Data("GET / HTTP/1.1\r\n".utf8)) }
        let answer = try await Client.request(port)
        #expect(answer.status == 200)
        // Those that have waited longest were closed to make room, before they have waited too long.
        for client in clients.prefix(50) {
          await #expect(throws: (any Error).self) { try await client.socket.read() }
        }
        #expect(began.duration(to: .now) < ConnectionPool.patience)
        for client in clients { try? client.socket.close() }

        var pages: [Client] = []
        for _ in 0..<16 {
          let (client, answer) = try await Client.live(port)
          #expect(answer.status == 101)
          _ = try await client.hear()
          pages.append(client)
        }
        let (client, refused) = try await Client.live(port)
        #expect(refused.status == 503)
        for client in pages + [client] { try? client.socket.close() }
      }
    }
  }
}
#endif
