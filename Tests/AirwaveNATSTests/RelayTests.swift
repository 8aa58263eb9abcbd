#if NATS
import Foundation
import Testing

@Suite("Five processes, two of which broadcast")
struct RelayTests {
  @Test("hear everything in one order, though the server is killed again and again")
  func killed() async throws {
    signal(SIGPIPE, SIG_IGN)
    let server = try await Server()
    let listeners = try ["C", "D", "E"].map { try Talker($0, server) }
    let senders = try ["A", "B"].map { try Talker($0, server) }
    let (roundCount, count) = (4, 500)
    var heard: [[String]] = [[], [], [], [], []]
    for round in 0..<roundCount {
      for number in round * count..<(round + 1) * count {
        for sender in senders { try sender.type("\(number)") }
      }
      // A process that is still connecting would end if there was no server.
      if round == 0 {
        for (index, process) in (listeners + senders).enumerated() { heard[index] += await process.next(1) }
      }
      // Some of what was typed is heard, and some of it is on its way.
      heard[0] += await listeners[0].next(count / 2)
      server.kill()
      try await server.start()
    }
    let total = roundCount * count * 2
    for (index, process) in (listeners + senders).enumerated() {
      heard[index] += await process.next(total - heard[index].count)
      #expect(heard[index] == heard[0])
    }
    // A line is its number, the sender, and what was typed.
    let lines = heard[0].map { $0.split(separator: " ") }
    #expect(lines.map { $0.first.flatMap { Int($0) } } == Array(1...total))
    for name in ["A:", "B:"] {
      #expect(lines.filter { $0[1] == name }.map { String($0[2]) } == (0..<roundCount * count).map(String.init))
    }
    for process in listeners + senders { #expect(try process.end() == 0) }
    Figures(acknowledged: total, heard.map { $0.compactMap { Int($0.prefix { $0 != " " }) } }, nil).show()
  }
}
#endif
