import Airwave
import Dispatch
import Foundation
import TestSupport

/// The ways in which the release of an object releases the next one of a chain through the library.
enum ReleaseChain: String, CaseIterable, Codable, Sendable {
  case dispose, disposeOnManyPairs, removeAllListeners, finish, lastTransmitter, capturedTransmitter
  case clearReplay, bag, releasedBag, scoped, finishBehindMerge, lastTransmitterBehindMerge

  static let count = size(10_000, quick: 2_500)

  /// Makes a chain. Its objects append their numbers when they are deinitialized.
  ///
  /// - Returns: A closure that releases the last object, and with it the chain.
  func make(loggedBy log: ReleaseLog, count: Int = Self.count) -> @Sendable () -> Void {
    let common = Receiver<Int>.make()
    var next: @Sendable () -> Void = {}
    for number in 0..<count {
      let witness = Witness { [next] in
        log.append(number)
        next()
      }
      next = hold(witness, common)
    }
    return next
  }

  /// Has the library hold an object. Returns a closure that has the library release it.
  private func hold(
    _ witness: Witness,
    _ common: (transmitter: Transmitter<Int>, receiver: Receiver<Int>)
  ) -> @Sendable () -> Void {
    let (transmitter, receiver) = Receiver<Int>.make()
    switch self {
    case .dispose:
      let listening = common.receiver.listen { _ in withExtendedLifetime(witness) {} }
      return { [transmitter = common.transmitter] in withExtendedLifetime(transmitter) { listening.dispose() } }
    case .disposeOnManyPairs:
      let listening = receiver.listen { _ in withExtendedLifetime(witness) {} }
      return { withExtendedLifetime(transmitter) { listening.dispose() } }
    case .removeAllListeners:
      receiver.listen { _ in withExtendedLifetime(witness) {} }
      return { transmitter.removeAllListeners() }
    case .finish:
      receiver.listen { _ in withExtendedLifetime(witness) {} }
      return { transmitter.finish() }
    case .lastTransmitter:
      receiver.listen { _ in withExtendedLifetime(witness) {} }
      let box = Box(transmitter)
      return { box.content = nil }
    case .capturedTransmitter:
      receiver.listen { _ in withExtendedLifetime(witness) {} }
      return { withExtendedLifetime(transmitter) {} }
    case .clearReplay:
      let (transmitter, receiver) = Receiver<Witness>.make(strategy: .cold)
      transmitter.broadcast(witness)
      return { withExtendedLifetime(receiver) { transmitter.clearReplay() } }
    case .bag:
      let bag = DisposeBag()
      receiver.listen { _ in withExtendedLifetime(witness) {} }.disposed(by: bag)
      return { withExtendedLifetime(transmitter) { bag.dispose() } }
    case .releasedBag:
      let bag = Box(DisposeBag())
      if let bag = bag.content { receiver.listen { _ in withExtendedLifetime(witness) {} }.disposed(by: bag) }
      return { withExtendedLifetime(transmitter) { bag.content = nil } }
    case .scoped:
      let token = Box(receiver.listen { _ in withExtendedLifetime(witness) {} }.scoped())
      return { withExtendedLifetime(transmitter) { token.content = nil } }
    case .finishBehindMerge:
      receiver.merge(with: .just(0)).listen { _ in withExtendedLifetime(witness) {} }
      return { transmitter.finish() }
    case .lastTransmitterBehindMerge:
      receiver.merge(with: .just(0)).listen { _ in withExtendedLifetime(witness) {} }
      let box = Box(transmitter)
      return { box.content = nil }
    }
  }
}

/// The operators behind which the listeners of a chain hear one pair.
enum ReleasePath: String, CaseIterable, Codable, Sendable {
  case pair, map, merge, prepend, debounce, delay, takeUntil, skipUntil, flatMap, flatMapLatest, switchToLatest
  case combineLatest, zip, withLatest, sample, share, create, receiveOnQueue, mapLatest, handleEvents, collect
  case mergeOfMerge, flatMapFirst, race, collectUntil

  /// A selection for tests with threads: one of each way in which an operator hears its sources.
  static let threaded: [Self] = [.pair, .merge, .prepend, .debounce, .takeUntil, .flatMap, .share, .receiveOnQueue]

  /// Makes a chain of listeners behind an operator, each of which disposes of the next one.
  func chain(
    on source: Receiver<Int>,
    loggedBy log: ReleaseLog,
    count: Int = ReleaseChain.count
  ) -> @Sendable () -> Void {
    let other = Receiver<Int>.never
    var next: Disposable?
    for number in 0..<count {
      let witness = Witness { [next] in
        log.append(number)
        next?.dispose()
      }
      next = receiver(source, other).listen { _ in withExtendedLifetime(witness) {} }
    }
    return { [next] in next?.dispose() }
  }

  private func receiver(_ source: Receiver<Int>, _ other: Receiver<Int>) -> Receiver<Int> {
    switch self {
    case .pair: source
    case .map: source.map { $0 }
    case .merge: source.merge(with: other)
    case .prepend: source.prepend(1)
    case .debounce: source.debounce(for: .seconds(1))
    case .delay: source.delay(for: .seconds(1))
    case .takeUntil: source.take(until: other)
    case .skipUntil: source.skip(until: other)
    case .flatMap: Receiver.just(0).flatMap { _ in source }
    case .flatMapLatest: Receiver.just(0).flatMapLatest { _ in source }
    case .switchToLatest: Receiver.just(source).merge(with: .never).switchToLatest()
    case .combineLatest: source.combineLatest(other).map { $0 + $1 }
    case .zip: source.zip(other).map { $0 + $1 }
    case .withLatest: source.withLatest(from: other).map { $0 + $1 }
    case .sample: source.sample(on: other)
    case .share: source.share()
    case .create:
      Receiver.create { transmitter in
        source.listen(to: { transmitter.broadcast($0) }, onFinish: { transmitter.finish() })
      }
    case .receiveOnQueue: source.receive(on: .global())
    case .mapLatest: source.mapLatest { $0 }
    case .handleEvents: source.handleEvents(onDispose: {})
    case .collect: source.collect(for: .seconds(1)).map { $0[0] }
    case .flatMapFirst: Receiver.just(0).flatMapFirst { _ in source }
    case .race: source.race(with: other)
    case .collectUntil: source.collect(until: other).map { $0[0] }
    case .mergeOfMerge: source.merge(with: other).merge(with: source.merge(with: other))
    }
  }
}

/// The numbers of the objects that have been deinitialized, in this order.
final class ReleaseLog: Sendable {
  private let numbers = Heard<Int>()
  private let tally = Tally()

  func append(_ number: Int) {
    numbers.append(number)
    tally.add()
  }

  /// Blocks until a whole chain is released, a part of it possibly by other threads.
  func wait() {
    spin { tally.count >= ReleaseChain.count }
  }

  /// Whether each object of a chain was released once.
  var isWhole: Bool { numbers.values.sorted() == Array(0..<ReleaseChain.count) }

  /// Whether each object of a chain was released once, the last one first.
  var isInOrder: Bool { numbers.values == (0..<ReleaseChain.count).reversed() }
}

/// Runs closures, each on a thread with 512 KB of stack as threads have on Apple platforms. Blocks until all return.
func onSmallStacks(_ bodies: (@Sendable () -> Void)...) {
  let running = Countdown(bodies.count)
  for body in bodies {
    let thread = Thread {
      body()
      running.countDown()
    }
    thread.stackSize = 512 << 10
    thread.start()
  }
  running.wait()
}
