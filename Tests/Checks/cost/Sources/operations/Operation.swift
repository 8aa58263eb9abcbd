import Airwave
import Synchronization

/// What listeners do with a value. An atomic store cannot be optimized away.
let heard = Atomic<Int>(0)

@Sendable func hear(_ value: Int) {
  heard.store(value, ordering: .relaxed)
}

/// Something to be counted: it is done `count` times.
struct Operation: Sendable {
  let name: String
  let run: @Sendable (_ count: Int) -> Void

  init(_ name: String, _ run: @escaping @Sendable (_ count: Int) -> Void) {
    self.name = name
    self.run = run
  }

  /// Broadcasts to listeners of a receiver that is made from that of a pair.
  static func broadcasting<Output>(
    _ name: String,
    strategy: ReplayStrategy = .hot,
    listeners: Int = 1,
    through operation: @escaping @Sendable (Receiver<Int>) -> Receiver<Output>
  ) -> Operation {
    Operation(name) { count in
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      let result = operation(receiver)
      for _ in 0..<listeners { result.listen { _ in hear(1) } }
      for value in 0..<count { transmitter.broadcast(value) }
    }
  }
}
