#if Inspector
@testable import AirwaveInspector
import Testing

@Suite("Trends")
struct TrendsTests {
  /// The growth after each second of a minute.
  private static func growth(_ count: (Int) -> Int) -> [Double] {
    var trends = Trends()
    return (0..<60).map { second in
      trends.add([1: count(second)], at: Moment(nanoseconds: second * 1_000_000_000))
      return trends.growth(of: 1)
    }
  }

  @Test("tell what grows without end, after some seconds")
  func growing() {
    let growth = Self.growth { $0 * 2 }
    #expect(growth.prefix(11).allSatisfy { $0 == 0 })
    #expect(growth.dropFirst(12).allSatisfy { $0 == 120 })
  }

  @Test("tell nothing of what has grown, comes and goes, is large, or grows by a few")
  func others() {
    #expect(Self.growth { min($0, 10) * 20 }.last == 0)
    #expect(Self.growth { $0 % 7 * 20 }.allSatisfy { $0 == 0 })
    #expect(Self.growth { _ in 100_000 }.allSatisfy { $0 == 0 })
    #expect(Self.growth { $0 / 10 }.allSatisfy { $0 == 0 })
  }
}
#endif
