#if NATS
import Testing

@testable import AirwaveNATS

@Suite("JSON that is decoded in batches")
struct BatchTests {
  @Test(
    "gives the same values and failures as each message alone",
    arguments: [
      ["1", "2", "3"], ["1", "x", "3"], ["1,2", "3"], ["1", ""], ["[1", "2]", "3,4"], ["1]", "[2"], ["1 ", " 2"],
      ["1 2", "3"],
    ]
  )
  func numbers(texts: [String]) {
    check(texts, NATSCoder<Int>.json)
  }

  @Test(
    "does not let a message reach into another",
    arguments: [
      [#""a"#, #"b""#, #""c""#], [#""a,"#, #"",""b""#], [#""\\""#, #""\"""#, #""]""#], [#""[""#, #""}""#],
      [#""a"#, #"b","c""#],
    ]
  )
  func texts(texts: [String]) {
    check(texts, NATSCoder<String>.json)
  }

  @Test(
    "does not let a bracket reach into another",
    arguments: [["[1", "2],[3]"], ["[1],[2", "3]"], ["[1]", "[2]"]]
  )
  func arrays(texts: [String]) {
    check(texts, NATSCoder<[Int]>.json)
  }

  /// Nil says that each is decoded alone.
  private func check<Value: Equatable>(_ texts: [String], _ coder: NATSCoder<Value>) {
    let messages = texts.map { Array($0.utf8) }
    let alone = messages.map { try? coder.decode($0) }
    let contents = messages.map { StoredMessage.Content(bytes: $0, sequence: 0, time: 0) }
    let together = coder.values(of: contents, limit: 100)
    #expect(together == nil || together == alone)
    if !alone.contains(nil) { #expect(together != nil || messages.contains { $0.contains(UInt8(ascii: " ")) }) }
    #expect(coder.values(of: contents, limit: 0) == nil)
  }
}
#endif
