#if Inspector
@testable import AirwaveInspector
import Testing

@Suite("Rates")
struct RatesTests {
  @Test("are those of the last second, however often they are read", arguments: [1, 10, 100, 700])
  func lastSecond(milliseconds: Int) {
    var rates = Rates()
    var total = 0
    // A value a millisecond for four seconds, and then ten.
    for time in stride(from: 0, through: 6_000, by: milliseconds) {
      total = time <= 4_000 ? time : 4_000 + 10 * (time - 4_000)
      rates.add([1: total], at: Moment(nanoseconds: time * 1_000_000))
      if time == 3_500 { #expect(rates.rate(of: 1) == 1_000) }
    }
    #expect(rates.rate(of: 1) == 10_000)
    #expect(rates.rate(of: 2) == 0)
  }
}
#endif
