/// The rows of the table.
public enum Workload: String, Sendable, CaseIterable {
  case noListener = "broadcast, hot, 0 listeners"
  case oneListener = "broadcast, 1 listener"
  case tenListeners = "broadcast, 10 listeners"
  case thousandListeners = "broadcast, 1,000 listeners"
  case threeOperators = "map, filter, map, 1 listener"
  case threeOperatorsTenListeners = "map, filter, map, 10 listeners"
  case sixOperators = "map, filter, skip, take, skipRepeats, withPrevious, 1 listener"
  case warm = "warm(upTo: 1), 1 listener"
  case warmListening = "warm(upTo: 1), listen and dispose"
  case fullRing = "warm(upTo: 100), full, 0 listeners"
  case coldReplay = "cold, 1,000 kept: listen, hear all, dispose; per value"
  case listening = "listen and dispose, no others"
  case listeningAmongMany = "listen and dispose, 10,000 others"
  case twoThreads = "2 threads × 200,000 broadcasts, 1 listener"
  case strings = "32-byte String, 10 listeners"
  case mainActor = "main-actor listener, broadcast on the main actor"
  case tenOnMainActor = "10 main-actor listeners, broadcast on the main actor"
  case tenOwners = "10 listeners with an owner on the main actor"
  case combiningLatest = "combineLatest of two; per value"
  case zipping = "zip of two; per tuple"
  case debouncing = "debounce; per value that is held back"
  case throttling = "throttle; per value that is held back"
  case setting = "set a variable, 1 listener"
  case settingObserved = "set a variable that has been read, 1 listener"
  case reading = "read a variable"
  case sequence = "asynchronous sequence, burst of 100,000, 1 consumer; per value"
  case tenSequences = "asynchronous sequence, burst of 20,000, 10 consumers; per value"
  case answering = "asynchronous sequence, one value to a waiting consumer, and back"

  /// The contestant that is the reference of the row.
  public var referenceContestant: Contestant {
    switch self {
    case .sequence, .tenSequences, .answering: .asyncStream
    default: .reference
    }
  }

  /// The name of the reference of the row.
  public var reference: String {
    switch self {
    case .noListener, .oneListener, .tenListeners, .thousandListeners, .coldReplay, .twoThreads: "floor"
    case .threeOperators, .sixOperators, .warm: "floor's 1 listener"
    case .threeOperatorsTenListeners, .strings: "floor's 10 listeners"
    case .warmListening, .listening: "floor's add and remove"
    case .fullRing: "floor's ring of 100"
    case .listeningAmongMany: "Airwave, no others"
    case .mainActor: "Airwave, plain listener"
    case .tenOnMainActor: "Airwave, 10 plain listeners"
    case .tenOwners: "the same without owners, and 10 weak loads"
    case .setting, .settingObserved, .combiningLatest, .zipping: "Airwave, broadcast, 1 listener"
    case .debouncing, .throttling: "reading the clock"
    case .reading: "behind a mutex"
    case .sequence, .tenSequences, .answering: Contestant.asyncStream.rawValue
    }
  }

  /// The number of operations in one repetition. Times are for one operation.
  public var operations: Int {
    switch self {
    case .coldReplay: 1_000
    case .twoThreads: 2 * 200_000
    case .sequence: 100_000
    case .tenSequences: 20_000
    default: 1
    }
  }

  /// The entries of the row: the reference, Airwave, and the peers that have the operation.
  public var entries: [Entry] {
    switch self {
    case .noListener: broadcasting(listeners: 0)
    case .oneListener: broadcasting(listeners: 1) + asynchronousPeers(listeners: 1)
    case .tenListeners: broadcasting(listeners: 10) + asynchronousPeers(listeners: 10)
    case .thousandListeners:
      broadcasting(listeners: 1_000) + asynchronousPeers(listeners: 1_000, operations: 10)
    case .threeOperators: throughThreeOperators(listeners: 1)
    case .threeOperatorsTenListeners: throughThreeOperators(listeners: 10)
    case .sixOperators: throughSixOperators()
    case .warm: warmBroadcasting()
    case .warmListening: warmListeningAndDisposing()
    case .fullRing: keepingInFullRing()
    case .coldReplay: replaying(count: operations)
    case .listening: listeningAndDisposing(others: 0)
    case .listeningAmongMany: listeningAndDisposingAmongMany(others: 10_000)
    case .twoThreads: broadcastingOnTwoThreads(broadcasts: operations / 2)
    case .strings: broadcastingStrings(listeners: 10)
    case .mainActor: broadcastingOnMainActor(listeners: 1)
    case .tenOnMainActor: broadcastingOnMainActor(listeners: 10)
    case .tenOwners: broadcastingToOwners(listeners: 10)
    case .combiningLatest: Workloads.combiningLatest()
    case .zipping: Workloads.zipping()
    case .debouncing: Workloads.debouncing()
    case .throttling: Workloads.throttling()
    case .setting: Workloads.setting(isObserved: false)
    case .settingObserved: Workloads.setting(isObserved: true)
    case .reading: Workloads.reading()
    case .sequence: iterating(values: operations, consumers: 1)
    case .tenSequences: iterating(values: operations, consumers: 10)
    case .answering: Workloads.answering()
    }
  }
}
