#if Inspector
@testable import AirwaveInspector
import Foundation
import Testing

@Suite("Sampler")
struct SamplerTests {
  private static let start = Moment(nanoseconds: 1_000_000_000)

  /// Has a sampler hear values, each of which takes a time to describe. Times are in microseconds.
  private static func hear(
    _ count: Int,
    every interval: Int,
    taking time: Int
  ) -> (numbers: [Int], thinned: Int) {
    let sampler = Sampler()
    for number in 1...count {
      let now = Moment(nanoseconds: start.nanoseconds + interval * number * 1_000)
      guard sampler.admits(at: now) else { continue }
      let entry = Entry(pair: 1, number: number, at: 0, text: "\(number)", thread: "main")
      sampler.add(entry, began: now, at: Moment(nanoseconds: now.nanoseconds + time * 1_000))
    }
    let (entries, gap) = sampler.take()
    return (entries.map(\.number), gap?.count ?? 0)
  }

  @Test("shows a burst whole")
  func burst() {
    let (numbers, thinned) = Self.hear(200, every: 0, taking: 10)
    #expect(numbers == Array(1...200))
    #expect(thinned == 0)
  }

  @Test("shows some 200 values a second of a flood, the first and the last among them, and counts the others")
  func flood() {
    let (numbers, thinned) = Self.hear(3_000, every: 1_000, taking: 1)
    #expect((750...810).contains(numbers.count))
    #expect(numbers.first == 1)
    #expect(numbers.last == 3_000)
    #expect(numbers == numbers.sorted())
    #expect(numbers.count + thinned == 3_000)
  }

  @Test("spends half a percent of the time on descriptions that take long")
  func slow() {
    let (numbers, thinned) = Self.hear(10_000, every: 1_000, taking: 5_000)
    #expect((10...13).contains(numbers.count))
    #expect(numbers.count + thinned == 10_000)
  }

  @Test("begins to count anew after its entries are taken")
  func taking() {
    let sampler = Sampler()
    let isFirstAdmitted = sampler.admits(at: Self.start)
    sampler.add(Entry(pair: 1, number: 1, at: 0, text: "a", thread: ""), began: Moment(nanoseconds: 0), at: Self.start)
    let isSecondAdmitted = sampler.admits(at: Moment(nanoseconds: Self.start.nanoseconds + 1_000_000))
    let (entries, gap) = sampler.take()
    let (later, noGap) = sampler.take()
    #expect(isFirstAdmitted)
    #expect(!isSecondAdmitted)
    #expect(entries.map(\.text) == ["a"])
    #expect(gap?.count == 1)
    #expect(later.isEmpty)
    #expect(noGap == nil)
    #expect(sampler.newestText == "a")
  }
}

@Suite("JSONText")
struct JSONTextTests {
  @Test(
    "quotes a text on one line of ASCII control characters",
    arguments: [
      ("", "\"\""),
      ("a\"b\\c", #""a\"b\\c""#),
      ("\n\r\t", #""\n\r\t""#),
      ("\0\u{1F}\u{7F}\u{85}", #""\u0000\u001f\u007f\u0085""#),
      ("\u{2028}é😀", "\"\\u2028é😀\""),
    ]
  )
  func quotes(text: String, json: String) {
    #expect(JSONText.quoted(text) == json)
  }

  @Test("encodes what can be encoded")
  func encodes() throws {
    #expect(try JSONText.encoded(5) == "5")
    #expect(try JSONText.encoded(["a": "b/c"]) == #"{"a":"b/c"}"#)
    #expect(try JSONText.encoded(Int?.none) == "null")
    #expect(try JSONText.encoded(["NaN": [Double.nan, -.infinity]]) == #"{"NaN":["NaN","-Infinity"]}"#)
    #expect(try JSONText.encoded(Self.self) == nil)
    #expect(throws: EncodingError.self) { try JSONText.encoded([Decimal.nan]) }
  }
}
#endif
