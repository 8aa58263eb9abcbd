import Airwave
import Dispatch
import TestSupport

/// An object of an actor that other objects of it use. Not `Sendable`, and not synchronized.
final class PartLog {
  var number = 0
}

/// An object that is not `Sendable`, and that belongs to the actor that has made it.
final class Part {
  let log: PartLog
  private let isOnActor: @Sendable () -> Bool
  private let places: Places

  /// Where objects have been deinitialized.
  struct Places: Sendable {
    let onActor = Tally()
    let elsewhere = Tally()

    var count: Int { onActor.count + elsewhere.count }
  }

  init(_ log: PartLog, _ places: Places, isOnActor: @escaping @Sendable () -> Bool) {
    (self.log, self.places, self.isOnActor) = (log, places, isOnActor)
  }

  deinit {
    // Not synchronized: the thread sanitizer sees whether other code of the actor does this at the same time.
    log.number += 1
    if isOnActor() { places.onActor.add() } else { places.elsewhere.add() }
  }
}

/// Whether the calling code runs on the main queue, which serves the main actor.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueKey) ?? false }

/// Marks the main queue, so that `isOnMainQueue()` knows it.
@MainActor func markMainQueue() {
  DispatchQueue.main.setSpecific(key: mainQueueKey, value: true)
}

/// A global actor that knows whether the calling code runs on it.
@globalActor actor Studio {
  static let shared = Studio()
  nonisolated static var isCurrent: Bool { DispatchQueue.getSpecific(key: studioKey) ?? false }

  private let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "Studio")

  init() {
    queue.setSpecific(key: studioKey, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private let studioKey = DispatchSpecificKey<Bool>()

private let mainQueueKey = DispatchSpecificKey<Bool>()

/// The ways in which a listener ends on a thread of its own.
enum EndingElsewhere: CaseIterable, Sendable {
  case dispose, finish, removeAllListeners, lastTransmitter, take, bag

  func end(_ pair: Ends, _ listening: Disposable) {
    switch self {
    case .dispose: listening.dispose()
    case .finish: pair.transmitter?.finish()
    case .removeAllListeners: pair.transmitter?.removeAllListeners()
    case .lastTransmitter: pair.transmitter = nil
    case .take: pair.transmitter?.broadcast(1)
    case .bag:
      let bag = DisposeBag()
      listening.disposed(by: bag)
    }
  }

  /// The receiver whose listener ends.
  func receiver(_ pair: Ends) -> Receiver<Int> {
    self == .take ? pair.receiver.take(count: 1) : pair.receiver
  }
}
