/// The memory ordering of an access.
enum Ordering: String, CaseIterable {
  /// An access that is not atomic.
  case plain
  case relaxed
  case acquiring
  case releasing
  case acquiringAndReleasing
  case sequentiallyConsistent

  var acquires: Bool { self == .acquiring || self == .acquiringAndReleasing || self == .sequentiallyConsistent }

  var releases: Bool { self == .releasing || self == .acquiringAndReleasing || self == .sequentiallyConsistent }

  /// The ordering of a compare-exchange that has failed, which is a load.
  var ofFailure: Ordering {
    switch self {
    case .plain, .sequentiallyConsistent: self
    case .acquiring, .acquiringAndReleasing: .acquiring
    case .relaxed, .releasing: .relaxed
    }
  }

  /// As the tables of the library have it.
  var inWords: String {
    switch self {
    case .acquiringAndReleasing: "acquiring and releasing"
    case .sequentiallyConsistent: "sequentially consistent"
    default: rawValue
    }
  }

  /// The orderings that are one step weaker.
  func weaker(for kind: Kind) -> [Ordering] {
    switch (self, kind) {
    case (.plain, _): []
    case (.relaxed, _): [.plain]
    case (.acquiring, _), (.releasing, _): [.relaxed]
    case (.acquiringAndReleasing, _): [.acquiring, .releasing]
    case (.sequentiallyConsistent, .load): [.acquiring]
    case (.sequentiallyConsistent, .store): [.releasing]
    case (.sequentiallyConsistent, .readModifyWrite): [.acquiringAndReleasing]
    }
  }
}

enum Kind {
  case load, store, readModifyWrite
}
