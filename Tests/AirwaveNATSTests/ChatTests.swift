#if NATS
import Foundation
import Testing

@Suite("The example of two processes")
struct ChatTests {
  @Test("shows the same lines in both, though one is killed, and the server")
  func killed() async throws {
    signal(SIGPIPE, SIG_IGN)
    let server = try await Server()
    let (ann, bob) = (try Talker("Ann", server), try Talker("Bob", server))
    func expected(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "\($0) Ann: \($0)" } }

    for number in 1...100 { try ann.type("\(number)") }
    #expect(await ann.next(100) == expected(1...100))
    #expect(await bob.next(50) == expected(1...50))
    bob.kill()
    for number in 101...200 { try ann.type("\(number)") }
    #expect(await ann.next(100) == expected(101...200))
    server.kill()
    for number in 201...300 { try ann.type("\(number)") }
    try await server.start()
    #expect(await ann.next(100) == expected(201...300))

    let again = try Talker("Bob", server)
    var lines = (again: await again.next(300), last: [String]())
    #expect(lines.again == expected(1...300))
    try again.type("hello")
    #expect(await ann.next(1) == ["301 Bob: hello"])
    ann.kill()
    let last = try Talker("Ann", server)
    lines.last = await last.next(301)
    #expect(lines.last == expected(1...300) + ["301 Bob: hello"])
    #expect(try last.end() == 0)
    lines.again += await again.next(1)
    #expect(lines.again == lines.last)
    #expect(try again.end() == 0)
    // The number of a line is that of what was typed, if nothing is missing.
    Figures(acknowledged: 301, [lines.again, lines.last].map { $0.compactMap { Int($0.prefix { $0 != " " }) } }, nil)
      .show()
  }
}
#endif
