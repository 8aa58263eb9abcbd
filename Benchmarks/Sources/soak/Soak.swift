import Airwave
import Foundation
import Synchronization

/// Two threads that broadcast, a thread that joins and leaves, a listener that broadcasts, and four listeners that stay
/// and check the order.
final class Soak: Sendable {
  private let transmitter: Transmitter<Int>
  private let receiver: Receiver<Int>
  private let stayers = (0..<4).map { _ in OrderCheck() }
  private let brokenCount = Atomic<Int>(0)
  private let sentCount = Atomic<Int>(0)
  private let isStopping = Atomic<Bool>(false)
  private let running = Atomic<Int>(3)

  init() {
    (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 8))
  }

  var deliveredCount: Int { stayers.map(\.count).reduce(0, +) }
  var checksums: [Int] { stayers.map(\.checksum) }

  /// Whether all listeners have heard the same values, and the values of each author in their order.
  var isInOrder: Bool {
    Set(checksums).count == 1 && stayers.allSatisfy(\.isInOrder) && brokenCount.load(ordering: .acquiring) == 0
      && stayers[0].count == sentCount.load(ordering: .acquiring)
  }

  func start() {
    receiver.listen { [stayers] in stayers[0].hear($0) }
    receiver.map { $0 + 1 }.map { $0 - 1 }.listen { [stayers] in stayers[1].hear($0) }
    receiver.filter { _ in true }.skipRepeats().listen { [stayers] in stayers[2].hear($0) }
    receiver.share().listen { [stayers] in stayers[3].hear($0) }
    let counter = Counter()
    receiver.listen { [self] value in
      if value.author < 2, value.number % 64 == 0 { send(author: 2, number: counter.next()) }
    }
    for author in 0..<2 {
      Thread.detachNewThread { [self] in broadcast(as: author) }
    }
    Thread.detachNewThread { [self] in comeAndGo() }
  }

  /// Stops all threads, and returns when they are done.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    while running.load(ordering: .acquiring) > 0 { sched_yield() }
  }

  private func send(author: Int, number: Int) {
    sentCount.add(1, ordering: .acquiringAndReleasing)
    transmitter.broadcast(author << 48 | number)
  }

  private func broadcast(as author: Int) {
    var number = 0
    while !isStopping.load(ordering: .acquiring) {
      send(author: author, number: number)
      number += 1
      // Waits while 1,000 values are pending, which bounds the memory of pending values.
      while sentCount.load(ordering: .acquiring) - stayers[0].count > 1_000 { sched_yield() }
    }
    running.subtract(1, ordering: .acquiringAndReleasing)
  }

  private func comeAndGo() {
    while !isStopping.load(ordering: .acquiring) {
      let bag = DisposeBag()
      let check = OrderCheck(isFromStart: false)
      receiver.listen { check.hear($0) }.disposed(by: bag)
      receiver.take(count: 20).listen { _ in
      } onFinish: {
      }
      let (events, event) = Receiver<Int>.make(strategy: .warm(upTo: 64))
      receiver.merge(with: event).listen { _ in }.disposed(by: bag)
      receiver.combineLatest(event).listen { _ in }.disposed(by: bag)
      receiver.forward(to: events).disposed(by: bag)
      event.skipRepeats().withPrevious().listen { _ in }
      while check.count < 50, !isStopping.load(ordering: .acquiring) { sched_yield() }
      bag.dispose()
      events.finish()
      if !check.isInOrder { brokenCount.add(1, ordering: .acquiringAndReleasing) }
    }
    running.subtract(1, ordering: .acquiringAndReleasing)
  }
}

/// A counter of a listener, which is not called while it is running.
private final class Counter: @unchecked Sendable {
  private var count = 0

  func next() -> Int {
    defer { count += 1 }
    return count
  }
}

/// Checks that a listener hears the numbers of each author in order, and makes a checksum of them.
///
/// Its counters are atomic, because other threads read them. Only the listener changes them.
final class OrderCheck: @unchecked Sendable {
  private var expected: [Int?]
  private var sum = 0
  private var isBroken = false
  private let heardCount = Atomic<Int>(0)

  init(isFromStart: Bool = true) {
    expected = [Int?](repeating: isFromStart ? 0 : nil, count: 3)
  }

  func hear(_ value: Int) {
    if let number = expected[value.author], number != value.number { isBroken = true }
    expected[value.author] = value.number + 1
    sum = sum &* 31 &+ value
    heardCount.add(1, ordering: .acquiringAndReleasing)
  }

  var count: Int { heardCount.load(ordering: .acquiring) }
  /// The checksum of all values that were heard, in their order. It must be read after the last broadcast.
  var checksum: Int { sum }
  var isInOrder: Bool { !isBroken }
}

// A value that contains its author, and the number of values that the author had sent before.
extension Int {
  fileprivate var author: Int { self >> 48 }
  fileprivate var number: Int { self & 0xFFFF_FFFF_FFFF }
}
