import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.skip(count:)")
struct SkipCountTests {
  @Test("counts separately for each listener", arguments: [(0, [1, 2, 3]), (1, [2, 3]), (3, []), (.max, [])])
  func counts(count: Int, expected: [Int]) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let skipped = receiver.skip(count: count)
    let heard = [skipped.record(), skipped.record()]
    [1, 2, 3].forEach(transmitter.broadcast)

    #expect(heard.map(\.values) == [expected, expected])
  }
}

@Suite("Receiver.skip(while:)")
struct SkipWhileTests {
  @Test("asks no more once the predicate has said no")
  func asksNoMore() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let calls = Heard<Int>()
    receiver.skip {
      calls.append($0)
      return $0 < 2
    }.listen { _ in }
    [1, 2, 1, 3].forEach(transmitter.broadcast)

    #expect(calls.values == [1, 2])
  }
}
