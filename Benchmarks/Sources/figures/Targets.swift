import Workloads

/// The targets of a row.
struct Target {
  /// For the ratio of the time of Airwave to that of the reference.
  var reference: Bound?
  /// For the ratio of the time of OpenCombine to that of Airwave.
  var openCombine: Bound?
}

extension Workload {
  var target: Target {
    switch self {
    case .noListener: Target(reference: .atMost(0.5, limit: 0.65), openCombine: .atLeast(3))
    case .oneListener: Target(reference: .atMost(1.2), openCombine: .atLeast(4.5))
    case .tenListeners: Target(reference: .atMost(1.3, limit: 1.6), openCombine: .atLeast(25))
    case .thousandListeners: Target(reference: .atMost(1.15, limit: 2.4), openCombine: .atLeast(65, limit: 48))
    case .threeOperators: Target(reference: .atMost(1.4, limit: 2.2), openCombine: .atLeast(4))
    case .threeOperatorsTenListeners: Target(reference: .atMost(3, limit: 7), openCombine: .atLeast(16, limit: 12))
    case .sixOperators: Target(reference: .atMost(2.5, limit: 3.2), openCombine: .atLeast(8))
    case .warm: Target(reference: .atMost(1.5), openCombine: .atLeast(3.5))
    case .warmListening: Target(reference: .atMost(3.3), openCombine: .atLeast(4.5))
    case .fullRing: Target(reference: .atMost(1.7, limit: 2.5))
    case .coldReplay: Target(reference: .atMost(2))
    case .listening: Target(reference: .atMost(2.2, limit: 3), openCombine: .atLeast(4.5))
    case .listeningAmongMany: Target(reference: .atMost(1.2), openCombine: .atLeast(6))
    case .twoThreads: Target(reference: .atMost(1.5), openCombine: .atLeast(1.5))
    case .strings: Target(reference: .atMost(1.5), openCombine: .atLeast(25))
    case .mainActor: Target(reference: .atMost(2.2, limit: 3.3))
    case .tenOnMainActor: Target(reference: .atMost(3.5, limit: 4.1))
    case .tenOwners: Target(reference: .atMost(1.15, limit: 1.55), openCombine: .atLeast(8, limit: 3.5))
    case .combiningLatest: Target(reference: .atMost(3, limit: 4))
    case .zipping: Target(reference: .atMost(8))
    case .debouncing: Target(reference: .atMost(4, limit: 6))
    case .throttling: Target(reference: .atMost(4, limit: 7.5))
    case .setting: Target(reference: .atMost(2, limit: 2.7))
    case .settingObserved: Target(reference: .atMost(3, limit: 7.3))
    case .reading: Target(reference: .atMost(1, limit: 3))
    case .sequence: Target(reference: .atMost(0.06, limit: 0.08))
    case .tenSequences: Target(reference: .atMost(0.03, limit: 0.08))
    case .answering: Target(reference: .atMost(0.8))
    }
  }
}

extension Memory {
  /// For the number of bytes.
  var target: Bound {
    switch self {
    case .pair: .atMost(176, limit: 200)
    case .listener: .atMost(88, limit: 112)
    case .listenerWithClosure: .atMost(128, limit: 160)
    }
  }
}

extension Scaling {
  /// From 1,000 items on, the time per item may grow by this factor more than that of the floor. Both times grow when
  /// the items exceed the caches of the processor. With a cost that is not linear, the time per item would grow a
  /// hundredfold.
  var growth: Bound { .atMost(3) }

  /// For the ratio of the time of Airwave to that of the floor.
  func target(size: Int) -> Bound? {
    self == .listeners && size == 100_000 ? .atMost(1.5, limit: 4.2) : nil
  }
}
