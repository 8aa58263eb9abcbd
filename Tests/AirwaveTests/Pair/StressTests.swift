import Airwave
import TestSupport
import Testing

@Suite("Stress", .inTurn)
struct StressTests {
  /// The number of broadcasts of each thread. It is smaller in debug builds, in which the thread sanitizer runs.
  private var count: Int {
    #if DEBUG
    20_000
    #else
    100_000
    #endif
  }

  @Test(
    "four threads broadcast while listeners join, leave, broadcast and dispose",
    arguments: [.hot, .warm(upTo: 8), .cold] as [ReplayStrategy]
  )
  func stress(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let early = (0..<3).map { _ in HeardByOne<Int>() }
    early.forEach { recorder in receiver.listen { recorder.values.append($0) } }

    // This listener broadcasts, too, as an author of its own.
    let answers = Box(0)
    receiver.listen { value in
      guard value.number.isMultiple(of: 1_000), value.author < 4 else { return }
      answers.content = (answers.content ?? 0) + 1
      transmitter.broadcast(Int(author: 4, number: (answers.content ?? 0) - 1))
    }

    let late = (0..<200).map { _ in HeardByOne<Int>() }
    await onThreads(6) { thread in
      if thread < 4 {
        for number in 0..<count { transmitter.broadcast(Int(author: thread, number: number)) }
      } else {
        for index in stride(from: thread - 4, to: 200, by: 2) {
          let (recorder, neighbor) = (late[index], receiver.listen { _ in })
          let token = receiver.listen { value in
            recorder.values.append(value)
            if recorder.values.count == 3 { neighbor.dispose() }
          }
          // Most listeners leave at once. Others are ended during a delivery.
          if !stays(index) { [token, neighbor].forEach { $0.dispose() } }
          receiver.take(count: index).listen { _ in }
        }
      }
    }

    let order = early[0].values
    #expect(order.count == 4 * count + 4 * count / 1_000)
    #expect(early.map { $0.values == order } == [true, true, true])
    // The broadcasts of each author keep their order.
    for author in 0..<4 {
      #expect(order.filter { $0.author == author }.map(\.number) == Array(0..<count))
    }
    #expect(order.filter { $0.author == 4 }.map(\.number) == Array(0..<4 * count / 1_000))
    #expect(receiver.replayed == strategy.replayed(of: order))
    expectRuns(late, of: order, strategy)
  }

  @Test("four threads broadcast while two read the replay", arguments: [true, false])
  func readers(isHeard: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 8))
    if isHeard { receiver.listen { _ in } }
    let (broken, readCount) = (Tally(), rounds(20_000))
    await onThreads(6) { thread in
      for number in 0..<readCount {
        if thread < 4 {
          transmitter.broadcast(Int(author: thread, number: number))
        } else {
          let read = receiver.replayed
          // The replayed values of each author are consecutive.
          for author in 0..<4 {
            let numbers = read.filter { $0.author == author }.map(\.number)
            if zip(numbers, numbers.dropFirst()).contains(where: { $0 + 1 != $1 }) { broken.add(1) }
          }
        }
      }
    }

    #expect(broken.count == 0)
    #expect(receiver.replayed.count == 8)
  }

  /// Expects that each late listener hears consecutive values of the common order. It hears them to the end if it
  /// stays, and from the beginning if all values are replayed.
  private func expectRuns(_ late: [HeardByOne<Int>], of order: [Int], _ strategy: ReplayStrategy) {
    for (index, recorder) in late.enumerated() {
      let start = recorder.values.first.flatMap(order.firstIndex(of:)) ?? order.count
      let run = order[start...].prefix(recorder.values.count)
      #expect(recorder.values[...] == run)
      if stays(index) { #expect(start + recorder.values.count == order.count) }
      if stays(index), strategy == .cold { #expect(start == 0) }
    }
  }

  private func stays(_ index: Int) -> Bool { index.isMultiple(of: 20) }
}

// A value of one word, which contains the author and the number of values that the author had sent before.
extension Int {
  fileprivate init(author: Int, number: Int) {
    self = author << 32 | number
  }

  fileprivate var author: Int { self >> 32 }
  fileprivate var number: Int { self & 0xFFFF_FFFF }
}
