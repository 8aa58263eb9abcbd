import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

/// The operators that forward each value, or that may keep it, between work and a listener with an owner.
enum OwnerLink: CaseIterable, Sendable {
  case receiveOnQueue, map, filter, skipRepeats, scan, merge, mergeOfMany, handleEvents, print, flatMap, flatMapInTurn
  case flatMapLatest, switchToLatest, create, takeUntil, prepended, flatMapFirst, race, replaceEmpty, timestamped
  case debounce, throttle, delay, silence, collect, collectFor, takeFor, combineLatest, zip, withLatest, sample
  case collectUntil

  /// The operators that forward a value at once, or from a queue.
  static let forwarding: [Self] = Array(allCases.prefix { $0 != .debounce })

  /// The queue of `receiveOnQueue`.
  static let queue = DispatchQueue(label: "OwnerLink")

  func receiver(_ receiver: Receiver<Int>) -> Receiver<Int> {
    let hour = Duration.seconds(3_600)
    return switch self {
    case .receiveOnQueue: receiver.receive(on: Self.queue)
    case .map: receiver.map { $0 + 0 }
    case .filter: receiver.filter { $0 != 0 }
    case .skipRepeats: receiver.skipRepeats { _, _ in false }
    case .scan: receiver.scan(0) { $1 }
    case .merge: receiver.merge(with: .never)
    case .mergeOfMany: .merge([.never, receiver, .never])
    case .handleEvents: receiver.handleEvents(onValue: { _ in })
    case .print: receiver.print("", to: Nowhere())
    case .flatMap: receiver.flatMap { Receiver.just($0) }
    case .flatMapInTurn: receiver.flatMap(maxConcurrent: 1) { Receiver.just($0) }
    case .flatMapLatest: receiver.flatMapLatest { Receiver.never.prepend($0) }
    case .switchToLatest: receiver.map { Receiver.just($0) }.switchToLatest()
    case .create:
      receiver.flatMap { value in
        .create { transmitter in
          transmitter.broadcast(value)
          return Disposable { withExtendedLifetime(transmitter) {} }
        }
      }
    case .takeUntil: receiver.take(until: Receiver<Int>.never)
    case .prepended: receiver.prepend(contentsOf: [])
    case .flatMapFirst: receiver.flatMapFirst { Receiver.just($0) }
    case .race: receiver.race(with: .never)
    case .replaceEmpty: receiver.replaceEmpty(with: 0)
    case .timestamped: receiver.timestamped().map(\.value)
    case .debounce: receiver.debounce(for: hour, clock: ManualClock())
    case .throttle: receiver.throttle(for: hour, latest: true, clock: ManualClock())
    case .delay: receiver.delay(for: hour, clock: ManualClock())
    case .silence: receiver.silence(for: hour, clock: ManualClock()).map { _ in 1 }
    case .collect: receiver.collect(count: 2).map { $0[0] }
    case .collectFor: receiver.collect(for: hour, clock: ManualClock()).map { $0[0] }
    case .takeFor: receiver.take(for: hour, clock: ManualClock())
    case .combineLatest: receiver.combineLatest(.just(1)).map { $0 + $1 }
    case .zip: receiver.zip(Receiver<Int>.never).map { $0 + $1 }
    case .withLatest: receiver.withLatest(from: Receiver<Int>.just(1)).map { $0 + $1 }
    case .sample: receiver.sample(on: Receiver<Int>.never)
    case .collectUntil: receiver.collect(until: Receiver<Int>.never).map { $0[0] }
    }
  }

  private struct Nowhere: TextOutputStream, Sendable {
    mutating func write(_ string: String) {}
  }
}

/// A chain of operators around one that begins work for each value.
struct OwnerChain: Sendable, CustomTestStringConvertible {
  /// The operators that begin work.
  enum Work: CaseIterable, Sendable {
    case mapLatest, asyncMap, concurrent, bounded, create

    func receiver(_ receiver: Receiver<Int>, _ begin: @escaping @Sendable () -> Void) -> Receiver<Int> {
      let work: @Sendable (Int) async -> Int = { value in
        begin()
        return value
      }
      return switch self {
      case .mapLatest: receiver.mapLatest(work)
      case .asyncMap: receiver.asyncMap(work)
      case .concurrent: receiver.asyncMap(maxConcurrent: 2, work)
      case .bounded: receiver.asyncMap(buffering: .newest(1), work)
      case .create:
        receiver.flatMapLatest { value in
          .create { transmitter in
            begin()
            transmitter.broadcast(value)
            return Disposable { withExtendedLifetime(transmitter) {} }
          }
        }
      }
    }
  }

  var before: [OwnerLink] = []
  let work: Work
  var after: [OwnerLink]

  var testDescription: String { "\(before) \(work) \(after)" }

  func receiver(_ receiver: Receiver<Int>, _ begin: @escaping @Sendable () -> Void) -> Receiver<Int> {
    let former = before.reduce(receiver) { $1.receiver($0) }
    return after.reduce(work.receiver(former, begin)) { $1.receiver($0) }
  }
}

extension OwnerChain {
  /// Makes a chain with up to three operators on each side.
  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func links(of links: [OwnerLink], from least: Int) -> [OwnerLink] {
      (0..<Int.random(in: least...3, using: &random)).compactMap { _ in links.randomElement(using: &random) }
    }
    before = links(of: OwnerLink.forwarding, from: 0)
    after = links(of: OwnerLink.allCases, from: 1)
    work = Work.allCases.randomElement(using: &random) ?? .mapLatest
  }
}
