#if Inspector
@testable import AirwaveInspector
import Testing

@Suite("A histogram of durations")
struct TimeHistogramTests {
  @Test("tells the 99th percentile to a quarter", arguments: [1, 7, 90, 1_000, 130_430, 2_000_000_000] as [Int64])
  func percentile(nanoseconds: Int64) {
    let histogram = TimeHistogram()
    #expect(histogram.percentile99 == 0)
    for _ in 0..<990 { histogram.add(nanoseconds) }
    for _ in 0..<10 { histogram.add(nanoseconds * 100) }
    let percentile = histogram.percentile99
    #expect(percentile >= nanoseconds)
    #expect(percentile <= max(5, nanoseconds + nanoseconds / 4 + 1))
    histogram.clear()
    #expect(histogram.percentile99 == 0)
  }

  @Test("counts the longest durations")
  func longest() {
    let histogram = TimeHistogram()
    histogram.add(.max)
    #expect(histogram.percentile99 > 0)
  }
}
#endif
