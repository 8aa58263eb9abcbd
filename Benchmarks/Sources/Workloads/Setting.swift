import Airwave
import OpenCombine
import Synchronization

/// A set of a variable with one listener. The reference is a broadcast to one listener. If `isObserved`, the variable
/// has been read before, so that it notifies the Observation module of each set.
func setting(isObserved: Bool) -> [Entry] {
  [
    Entry(.reference) { airwave(listeners: 1) },
    Entry(.airwave) {
      let variable = Variable(0)
      let counter = Counter()
      variable.receiver.listen { counter.add($0) }
      if isObserved { counter.add(variable.value) }
      return { repetitions in
        for value in 0..<repetitions { variable.value = value }
      }
    },
    Entry(.openCombine) {
      let subject = CurrentValueSubject<Int, Never>(0)
      let counter = Counter()
      let cancellable = subject.sink { counter.add($0) }
      return { repetitions in
        withExtendedLifetime(cancellable) {
          for value in 0..<repetitions { subject.value = value }
        }
      }
    },
    settingPublished(),
    Entry(.observation) { observation(listeners: 1) },
  ]
}

/// A set of a property of OpenCombine's `@Published` with one listener.
func settingPublished() -> Entry {
  Entry(.published) {
    let settings = Settings()
    let counter = Counter()
    let cancellable = settings.$number.sink { counter.add($0) }
    return { repetitions in
      withExtendedLifetime(cancellable) {
        for value in 0..<repetitions { settings.number = value }
      }
    }
  }
}

/// A read of the value of a variable. The reference is a read of a number behind a mutex.
func reading() -> [Entry] {
  [
    Entry(.reference) {
      let guarded = Guarded()
      let counter = Counter()
      return { repetitions in
        for _ in 0..<repetitions { counter.add(guarded.number.withLock { $0 }) }
      }
    },
    Entry(.airwave) {
      let variable = Variable(1)
      let counter = Counter()
      return { repetitions in
        for _ in 0..<repetitions { counter.add(variable.value) }
      }
    },
    Entry(.openCombine) {
      let subject = CurrentValueSubject<Int, Never>(1)
      let counter = Counter()
      return { repetitions in
        for _ in 0..<repetitions { counter.add(subject.value) }
      }
    },
    Entry(.published) {
      let settings = Settings()
      let counter = Counter()
      // Without a listener, the property would have no publisher, and no lock.
      let cancellable = settings.$number.sink { counter.add($0) }
      return { repetitions in
        withExtendedLifetime(cancellable) {
          for _ in 0..<repetitions { counter.add(settings.number) }
        }
      }
    },
    Entry(.observation) {
      let model = Model()
      let counter = Counter()
      return { repetitions in
        for _ in 0..<repetitions { counter.add(model.value) }
      }
    },
  ]
}

final class Settings: OpenCombine.ObservableObject {
  @OpenCombine.Published var number = 1
}

private final class Guarded: Sendable {
  let number = Mutex(1)
}
