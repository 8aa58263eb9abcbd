import Synchronization

/// The floor of a replay. It takes one lock to add the listener and to copy the list of values, which is one retain.
/// Then it makes one call for each value, through a borrowed reference.
public final class FloorArchive: Sendable {
  private struct State {
    var values: ContiguousArray<Int>
    var listeners: ContiguousArray<FloorListener> = []
  }

  private let state: Mutex<State>

  /// Makes an archive with the numbers from 0 up to a count.
  public init(count: Int) {
    state = Mutex(State(values: ContiguousArray(0..<count)))
  }

  /// Adds a listener, which hears all values.
  public func add(_ receive: @escaping @Sendable (Int) -> Void) -> FloorListener {
    let listener = FloorListener(receive)
    let values = state.withLock { state in
      state.listeners.append(listener)
      return state.values
    }
    values.withUnsafeBufferPointer { values in
      for value in values { listener.receive(value) }
    }
    return listener
  }

  /// Removes a listener. It is searched by its identity, from the newest to the oldest.
  public func remove(_ listener: FloorListener) {
    state.withLock { state in
      if let index = state.listeners.lastIndex(where: { $0 === listener }) { state.listeners.remove(at: index) }
    }
  }
}
