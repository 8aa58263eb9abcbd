import Airwave
import TestSupport
import Testing

@Suite("Receiver.switchToLatest")
struct SwitchToLatestTests {
  @Test("what a receiver replays and its end count no more once there is a newer one")
  func outdated() {
    let (choices, chosen) = Receiver<Receiver<Int>>.make()
    let (first, firsts) = Receiver<Int>.make()
    let (passed, passedBy) = Receiver<Int>.make(strategy: .cold)
    let (last, lasts) = Receiver<Int>.make()
    [1, 2, 3].forEach(passed.broadcast)
    passed.finish()
    let heard = Heard<Event<Int>>()
    chosen.switchToLatest().listen { value in
      heard.append(.value(value))
      if value == 0 { [passedBy, lasts].forEach(choices.broadcast) }
    } onFinish: {
      heard.append(.end)
    }

    choices.broadcast(firsts)
    first.broadcast(0)
    choices.finish()
    last.broadcast(7)
    last.finish()

    #expect(heard.values == [0, 1, 2, 3, 7].map { .value($0) } + [.end])
  }
}
