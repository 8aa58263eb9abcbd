import Airwave
import AirwaveNATS
import Foundation

struct Many {
  let network: NATSConnection
  let count: Int
  let width: Int
  let streamName: String?

  func run() async throws {
    let heard = Counter()
    var stream = NATSStream()
    stream.storage = .memory
    stream.name = streamName
    network.failures.listen { print("failure", $0) }
    let begin = Date()
    func mark(_ what: String) { print(String(format: "%7.2f", Date().timeIntervalSince(begin)), what) ; fflush(nil) }
    var ends: [(Transmitter<Int>, Receiver<Int>)] = []
    try await withThrowingTaskGroup(of: (Transmitter<Int>, Receiver<Int>).self) { group in
      var next = 0
      func add() {
        let number = next
        next += 1
        group.addTask { [network, stream] in
          let made = try await network.make(Int.self, subject: "many.\(number)", stream: stream)
          return (made.transmitter, made.receiver)
        }
      }
      for _ in 0..<min(width, count) { add() }
      for try await end in group {
        ends.append(end)
        if ends.count.isMultiple(of: 1_000) { mark("\(ends.count) made") }
        if next < count { add() }
      }
    }
    mark("all made")
    for end in ends { end.1.listen { _ in heard.add(1) } }
    for round in 1...3 {
      let start = Date()
      for end in ends { end.0.broadcast(round) }
      var last = -1
      while heard.count < count * round, Date().timeIntervalSince(start) < 60 {
        try await Task.sleep(for: .milliseconds(20))
        let s = Int(Date().timeIntervalSince(start))
        if s != last { last = s; let st = network.statistics; mark("round \(round): \(heard.count) heard, acked \(st.acknowledged) published \(st.published) republished \(st.republished) lag \(st.lag) waiting \(st.waitingBytes)") }
      }
      mark("round \(round) done \(heard.count) in \(Date().timeIntervalSince(start))")
    }
    await network.close()
    mark("closed")
  }
}
