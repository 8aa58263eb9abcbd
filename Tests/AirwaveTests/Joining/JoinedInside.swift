import Airwave
import TestSupport

/// The operators that join a source from inside of a step, and a plain chain, which does not.
enum JoinedInside: CaseIterable, Sendable {
  case plain, merge, flatMap, flatMapInTurn, flatMapLatest, switchToLatest, mergeOfReceivers, prepend, choice
  case flatMapFirst, race, raceBehind

  /// A receiver that hears the values of `inner`.
  func receiver<Value>(_ inner: Receiver<Value>) -> Receiver<Value> {
    switch self {
    case .plain: inner
    case .merge: inner.merge(with: .never)
    case .flatMap: Receiver.just(0).flatMap { _ in inner }
    case .flatMapInTurn: Receiver.just(0).flatMap(maxConcurrent: 1) { _ in inner }
    case .flatMapLatest: Receiver.just(0).flatMapLatest { _ in inner }
    case .switchToLatest: Receiver.just(inner).merge(with: .never).switchToLatest()
    case .mergeOfReceivers: Receiver.just(inner).merge()
    case .prepend: inner.prepend(contentsOf: [])
    case .choice: Receiver.just(0, 1).flatMap { $0 == 0 ? .never : inner }
    case .flatMapFirst: Receiver.just(0).flatMapFirst { _ in inner }
    case .race: inner.race(with: .never)
    case .raceBehind: Receiver.never.race(with: .never, inner, .never)
    }
  }
}

/// The sources that send values while they are joined.
enum JoinedSource: CaseIterable, Sendable {
  case replay, just, prepended, created, createdReplay

  /// A source that sends 1, 2 and so on, up to `count`. A created source stops early when it has no listener.
  /// `make` is called with each value before it is sent.
  func receiver(upTo count: Int, _ make: @escaping @Sendable (Int) -> Void) -> Receiver<Int> {
    let making = { @Sendable (number: Int) in
      make(number)
      return number
    }
    let create = { @Sendable (strategy: ReplayStrategy) in
      Receiver<Int>.create(strategy: strategy) { transmitter in
        var number = 0
        while transmitter.hasListeners, number < count {
          number += 1
          transmitter.broadcast(making(number))
        }
        return Disposable { withExtendedLifetime(transmitter) {} }
      }
    }
    switch self {
    case .replay:
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
      (1...count).forEach(transmitter.broadcast)
      return receiver.map(making)
    case .just: return Receiver.just(0).flatMap { _ in Receiver.never.prepend(contentsOf: 1...count) }.map(making)
    case .prepended: return Receiver.never.prepend(contentsOf: 1...count).map(making)
    case .created: return create(.hot)
    case .createdReplay: return create(.warm(upTo: 1))
    }
  }
}
