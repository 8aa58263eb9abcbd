import Airwave

/// The ways to hear two sources together: one that ends, and one on which other threads broadcast.
enum JoinedSources: String, CaseIterable, Codable, Sendable {
  case merge, mergeOfMany, combineLatest, zip, withLatest, flatMap, flatMapLatest, switchToLatest, sample, takeUntil
  case skipUntil, share, prepend, collect, pacedWhole, handleEvents, create
  case flatMapFirst, race, collectUntil

  /// The number of values of the source that ends, which it has sent before the listener joins. Without a value, the
  /// operator would not forward those of the other source.
  var valueCount: Int {
    switch self {
    case .zip: 64
    case .combineLatest, .withLatest, .flatMapLatest, .switchToLatest, .skipUntil, .flatMapFirst: 1
    default: 0
    }
  }

  /// Those that are also tested under a lock, in a process each.
  static let locked = [merge, combineLatest, zip, flatMap, share, pacedWhole]

  /// A receiver that hears the values of `flooded` until it is disposed of, unless the end of `ending` ends it.
  func receiver(_ ending: Receiver<Int>, _ flooded: Receiver<Int>) -> Receiver<Int> {
    let merged = ending.merge(with: flooded)
    return switch self {
    case .merge: merged
    case .mergeOfMany: .merge([flooded, ending, flooded, flooded.map { -$0 }])
    case .combineLatest: ending.combineLatest(flooded).map { $0 + $1 }
    case .zip: ending.zip(flooded).map { $0 + $1 }
    case .withLatest: merged.withLatest(from: ending).map { $0 + $1 }
    case .flatMap: Receiver.just(0).merge(with: .just(1)).flatMap { $0 == 0 ? ending : flooded }
    case .flatMapLatest: ending.flatMapLatest { _ in flooded }
    case .switchToLatest: ending.map { _ in flooded }.switchToLatest()
    case .sample: flooded.sample(on: merged)
    case .takeUntil: merged.take(until: ending.filter { _ in false })
    case .skipUntil: merged.skip(until: ending)
    case .share: merged.share(strategy: .warm(upTo: 1))
    case .prepend: ending.prepend(-1, -2).merge(with: flooded.prepend(-3))
    case .collect: merged.collect(count: 2).map { $0[0] }
    case .pacedWhole: merged.throttle(for: .nanoseconds(1), latest: false)
    case .handleEvents: merged.handleEvents(onValue: { _ in }).scan(0) { $0 &+ $1 }
    case .flatMapFirst: ending.flatMapFirst { _ in flooded }
    case .race: .race(.never, merged, .never)
    case .collectUntil: merged.collect(until: flooded).compactMap(\.first)
    case .create:
      Receiver.create { transmitter in
        merged.listen(to: { transmitter.broadcast($0) }, onFinish: { transmitter.finish() })
      }
    }
  }
}

/// The ways in which a pair is finished.
enum PairEnding: String, CaseIterable, Codable, Sendable {
  case finish, release
}
