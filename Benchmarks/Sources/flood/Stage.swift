import Airwave
import OpenCombine

/// The actions of the flooding threads and of the bystander. Airwave and OpenCombine have the same actions.
struct Stage: Sendable {
  /// A call of the bystander that is measured.
  enum Action: String, CaseIterable {
    case broadcast, listen, dispose, removeAllListeners, clearReplay, set
  }

  let name: String
  /// Broadcasts a value. Every flooding thread calls it without pause.
  let broadcast: @Sendable () -> Void
  /// Sets a variable. Every flooding thread calls it without pause if the bystander sets the variable, too.
  let set: @Sendable () -> Void
  /// The actions that the bystander can call, without those that the library lacks.
  let actions: [Action: @Sendable () -> Void]

  /// A pair and a variable of Airwave, each with a listener that calls `hear` for each value.
  static func airwave(hear: @escaping @Sendable () -> Void) -> Stage {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 10))
    let variable = Variable(0)
    receiver.listen { _ in hear() }
    variable.receiver.listen { _ in hear() }
    return Stage(
      name: "Airwave",
      broadcast: { transmitter.broadcast(1) },
      set: { variable.value = 1 },
      actions: [
        .broadcast: { transmitter.broadcast(2) },
        .listen: { receiver.map { $0 }.listen { _ in }.dispose() },
        .dispose: { receiver.listen { _ in }.dispose() },
        .removeAllListeners: {
          transmitter.removeAllListeners()
          receiver.listen { _ in hear() }
        },
        .clearReplay: { transmitter.clearReplay() },
        .set: { variable.value = 2 },
      ]
    )
  }

  /// Subjects of OpenCombine, each with a subscriber that calls `hear` for each value.
  static func openCombine(hear: @escaping @Sendable () -> Void) -> Stage {
    let subjects = Subjects()
    subjects.keep(subjects.passthrough.sink { _ in hear() })
    subjects.keep(subjects.current.sink { _ in hear() })
    return Stage(
      name: "OpenCombine",
      broadcast: { subjects.passthrough.send(1) },
      set: { subjects.current.value = 1 },
      actions: [
        .broadcast: { subjects.passthrough.send(2) },
        .listen: { subjects.passthrough.map { $0 }.sink { _ in }.cancel() },
        .dispose: { subjects.passthrough.sink { _ in }.cancel() },
        .set: { subjects.current.value = 2 },
      ]
    )
  }
}

private final class Subjects: @unchecked Sendable {
  // Unchecked: the subjects may be used on any thread, and `sinks` is written before the flood begins.
  let passthrough = PassthroughSubject<Int, Never>()
  let current = CurrentValueSubject<Int, Never>(0)
  private var sinks: [AnyCancellable] = []

  func keep(_ sink: AnyCancellable) {
    sinks.append(sink)
  }
}
