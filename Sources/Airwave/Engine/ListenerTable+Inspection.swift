#if Inspector
extension ListenerTable {
  /// Adds a listener before all others.
  mutating func insertFirst(_ listener: AnyListener) {
    var others = takeAll()
    append(listener)
    others.takeEach { append($0) }
  }

  /// Removes the probe, if there is one.
  mutating func removeProbe() -> AnyListener? {
    for slot in 0..<Int(used) {
      if let listener = slots?[slot]?.takeUnretainedValue(), listener.isProbe { return remove(listener.disposable) }
    }
    return nil
  }

  /// Replaces each listener by one that times it, or by the one that it times. The table then holds a listener and its
  /// closures as before, so nothing is deinitialized that the user has made.
  func replace(_ replacement: (AnyListener) -> AnyListener) {
    for slot in 0..<Int(used) {
      guard let listener = slots?[slot]?.takeUnretainedValue() else { continue }
      let other = replacement(listener)
      if other === listener { continue }
      slots?[slot] = .passRetained(other)
      Unmanaged.passUnretained(listener as AnyListener).release()
    }
  }
}
#endif
