import Workloads

/// The target of a row.
struct Target {
  /// The maximal ratio of the time of Airwave to that of the reference.
  var reference: Double?
  /// The minimal ratio of the time of OpenCombine to that of Airwave.
  var openCombine: Double?
}

extension Workload {
  var target: Target {
    switch self {
    case .noListener: Target(reference: 0.5, openCombine: 3)
    case .oneListener: Target(reference: 1.2, openCombine: 4.5)
    case .tenListeners: Target(reference: 1.3, openCombine: 25)
    case .thousandListeners: Target(reference: 1.5, openCombine: 60)
    case .threeOperators: Target(reference: 1.4, openCombine: 4)
    case .threeOperatorsTenListeners: Target(reference: 3, openCombine: 15)
    case .sixOperators: Target(reference: 2.5, openCombine: 8)
    case .warm: Target(reference: 1.5, openCombine: 3.5)
    case .warmListening: Target(reference: 3.3, openCombine: 4.5)
    case .fullRing: Target(reference: 1.7)
    case .coldReplay: Target(reference: 2)
    case .listening: Target(reference: 3, openCombine: 4.5)
    case .listeningAmongMany: Target(reference: 1.2, openCombine: 6)
    case .twoThreads: Target(reference: 1.5, openCombine: 1.5)
    case .strings: Target(reference: 1.5, openCombine: 25)
    case .mainActor: Target(reference: 2.2)
    case .tenOnMainActor: Target(reference: 3.5)
    case .tenOwners: Target(reference: 1.15, openCombine: 8)
    case .combiningLatest: Target(reference: 3)
    case .zipping: Target(reference: 8)
    case .setting: Target(reference: 2)
    case .settingObserved, .listeningTracked: Target()
    case .reading: Target(reference: 1)
    case .sequence, .tenSequences: Target(reference: 0.25)
    }
  }
}

extension Memory {
  /// The maximal number of bytes.
  var target: Double {
    switch self {
    case .pair: 200
    case .listener: 144
    }
  }
}

extension Scaling {
  /// From 1,000 items on, the time per item may grow by this factor more than that of the floor. Both times grow when
  /// the items exceed the caches of the processor. With a cost that is not linear, the time per item would grow a
  /// hundredfold.
  var target: Double { 3 }
}
