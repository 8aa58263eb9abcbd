#if canImport(ObjectiveC)
package import Airwave

extension Receiver {
  /// Makes a receiver of a source on the main actor, which begins with the first listener and ends after the last.
  ///
  /// Listeners may join and leave on any thread: elsewhere than on the main actor, the source begins or ends a little
  /// later.
  ///
  /// - Parameters:
  ///   - strategy: What a listener that joins later hears of the values that came since the source began.
  ///   - fileID: The file that the inspector shows for the source. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the source.
  ///   - connect: Begins to broadcast. Returns what ends the source.
  /// - Returns: A receiver of the values.
  package static func onMain(
    strategy: ReplayStrategy = .hot,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ connect: @escaping @MainActor (Airwave.Transmitter<Value>) -> @MainActor () -> Void
  ) -> Receiver<Value> {
    .create(strategy: strategy, fileID: fileID, line: line) { transmitter in
      let connection = MainActorConnection()
      onMainActor { connection.begin { connect(transmitter) } }
      return Disposable { onMainActor { connection.end() } }
    }
  }
}

/// A source on the main actor, from its beginning to its end. It may be told the end first.
@MainActor
private final class MainActorConnection {
  private var action: (@MainActor () -> Void)?
  private var hasEnded = false

  nonisolated init() {}

  func begin(_ connect: () -> @MainActor () -> Void) {
    let action = connect()
    // The end may have been told first, or by a listener that was called while the source began.
    if hasEnded { action() } else { self.action = action }
  }

  func end() {
    hasEnded = true
    let action = action
    self.action = nil
    action?()
  }
}
#endif
