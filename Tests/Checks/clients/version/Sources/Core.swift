import Airwave
import AirwaveFoundation
import AirwaveTesting
import Foundation

/// Uses one of everything that needs no trait.
func useCore() async throws {
  let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  let bag = DisposeBag()
  receiver.filter { $0 > 0 }.map { $0 * 2 }.listen { print("heard", $0) }.disposed(by: bag)
  [1, 2].forEach(transmitter.broadcast)
  bag.dispose()
  print("latest", receiver.latest ?? 0, receiver.replayed)

  let names = Receiver.combineLatest(receiver, Receiver.just("a", "b")) { "\($1)\($0)" }
  names.listen {
    print("combined", $0)
  } onFinish: {
    print("finished")
  }.dispose()

  let pair = Receiver<Signed<Int>>.make()
  let author = Author()
  pair.receiver.from(author).listen { print("signed", $0.value) }
  pair.transmitter.broadcast(3, from: author)

  let model = Model()
  model.$count.skipRepeats().listen(with: model) { $0.heard.append($1) }
  model.count += 1
  print("model", model.heard, describe(.own))

  let clock = LoggingClock()
  receiver.delay(for: .seconds(2), clock: clock).listen { print("delayed", $0) }
  transmitter.broadcast(4)
  clock.clock.advance(by: .seconds(2))

  let values = receiver.values(buffering: .newest(10)).prefix(1)
  for await value in values { print("value", value) }
  let words = receiver.asyncMap { "\($0)" }.record()
  let word = try await words.next()
  print("recorded", word)

  let center = NotificationCenter()
  let changes = center.receiver(for: Notification.Name("change")) { _ in 1 }
  changes.listen { print("notified", $0) }
  center.post(name: Notification.Name("change"), object: nil)

  transmitter.finish()
  try await words.finish()
  print("finish", await receiver.first(where: { $0 > 9 }) ?? 0)
  do {
    _ = try await receiver.skip(count: 1).record().next()
  } catch let error as RecorderError {
    switch error.reason {
    case .finished: print("no value")
    default: print(error)
    }
  }
}

/// Stays complete, because the enumeration is closed.
private func describe(_ value: BondedValue) -> String {
  switch value {
  case .own: "own"
  case .other: "other"
  }
}

private final class Author: Sendable {}

private final class Model: @unchecked Sendable {
  @Variable var count = 0
  var heard: [Int] = []
}

/// A clock of the client, which conforms to the only protocol for clients.
private nonisolated struct LoggingClock: AlarmClock {
  let clock = ManualClock()
  var now: ManualClock.Instant { clock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }

  func setAlarm(at instant: ManualClock.Instant, _ ring: @escaping @Sendable () -> Void) -> Disposable {
    print("alarm at", instant)
    return clock.setAlarm(at: instant, ring)
  }
}
