import Airwave
import TestSupport
import Testing

@Suite("Receiver.replaceFailures")
struct ReplaceFailuresTests {
  @Test("calls its closure with failures alone")
  func calls() {
    let calls = Heard<Int>()
    let (transmitter, receiver) = Receiver<Result<Int, Failure>>.make()
    receiver.replaceFailures { calls.noting($0.number) }.listen { _ in }
    [.success(1), .failure(Failure(number: 2)), .success(3)].forEach(transmitter.broadcast)

    #expect(calls.values == [2])
  }
}
