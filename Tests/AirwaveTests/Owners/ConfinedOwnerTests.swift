import Airwave
import Dispatch
import TestSupport
import Testing

@Suite("Receiver.listen(with:) and bind(to:on:) with objects that are not Sendable", .inTurn)
struct ConfinedOwnerTests {
  /// An owner that is not `Sendable`. It belongs to the isolation that uses it.
  fileprivate final class Log {
    var lines: [String] = [] { didSet { lineCount.add() } }
    let lineCount = Tally()
    var number = 0 { didSet { lines.append("bound \(number)") } }
    var optional: Int?

    func write(_ value: Int) {
      lines.append("method \(value)")
    }

    func listen(to receiver: Receiver<Int>, on isolation: isolated any Actor) -> [Disposable] {
      [
        receiver.listen(with: self) { log, value in
          log.lines.append("closure \(value)")
        } onFinish: { log in
          log.lines.append("closure end")
        },
        receiver.listen(with: self, Log.write) { log in log.lines.append("method end") },
        receiver.bind(to: \.number, on: self),
        receiver.bind(to: \.optional, on: self),
      ]
    }
  }

  private static func lines(for values: [Int]) -> [String] {
    values.flatMap { ["closure \($0)", "method \($0)", "bound \($0)"] }
  }

  @Test("a plain class listens, and is bound to, on the main actor, at once", arguments: everyStrategy)
  @MainActor func onMainActor(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    transmitter.broadcast(1)
    let log = Log()
    let tokens = log.listen(to: receiver, on: MainActor.shared)
    let replayed = strategy.replayed(of: [1])
    let joined = log.lines
    [2, 3].forEach(transmitter.broadcast)
    transmitter.finish()

    #expect(joined == ["closure", "method", "bound"].flatMap { form in replayed.map { "\(form) \($0)" } })
    #expect(Array(log.lines.dropFirst(joined.count)) == Self.lines(for: [2, 3]) + ["closure end", "method end"])
    #expect(log.optional == 3 && tokens.allSatisfy(\.isDisposed))
  }

  @Test("broadcasts on another thread are heard on the main actor, in order")
  @MainActor func fromElsewhere() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let log = Log()
    receiver.listen(with: log) { log, value in
      MainActor.assertIsolated()
      log.write(value)
    }
    onAnotherThread { (1...100).forEach(transmitter.broadcast) }
    #expect(log.lines == [])
    await until { log.lines.count == 100 }

    #expect(log.lines == (1...100).map { "method \($0)" })
  }

  private actor Desk {
    private let log: Log
    nonisolated let lineCount: Tally

    init() {
      log = Log()
      lineCount = log.lineCount
    }

    func listen(to receiver: Receiver<Int>, holding witness: Witness? = nil) {
      _ = log.listen(to: receiver, on: self)
      receiver.listen(with: log) { _, _ in withExtendedLifetime(witness) {} }
    }

    /// Listens with 100 owners that are released at once.
    func listenInVain(to receiver: Receiver<Int>) {
      for _ in 0..<100 { receiver.filter { $0 < 0 }.listen(with: Log(), Log.write) }
    }

    var lines: [String] { log.lines }

    /// Listens with functions that are isolated to another actor. The compiler accepts them.
    func listenWithOthers(to receiver: Receiver<Int>) -> [Bool] {
      let method: (Log) -> @isolated(any) (Int) -> Void = { _ in hearOnMainActor }
      let tokens = [
        receiver.listen(with: log, writeOnMainActor),
        receiver.listen(with: log, { _, _ in }, onFinish: endOnMainActor),
        receiver.listen(with: log, Log.write, onFinish: endOnMainActor),
        receiver.listen(with: log, method),
      ]
      return tokens.map(\.isDisposed)
    }
  }

  @Test("a plain class listens, and is bound to, on the actor that it belongs to", arguments: everyStrategy)
  func onActor(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let desk = Desk()
    await desk.listen(to: receiver)
    (1...100).forEach(transmitter.broadcast)
    transmitter.finish()
    await until { desk.lineCount.count == 302 }

    #expect(await desk.lines == Self.lines(for: Array(1...100)) + ["closure end", "method end"])
  }

  @Test("a listener ends with its owner, which it does not keep", arguments: [true, false])
  @MainActor func endsWithOwner(isHere: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    weak var gone: Log?
    var tokens: [Disposable] = []
    do {
      let log = Log()
      gone = log
      tokens = log.listen(to: receiver, on: MainActor.shared)
    }
    #expect(gone == nil && !tokens.contains(where: \.isDisposed))
    if isHere { transmitter.broadcast(1) } else { onAnotherThread { transmitter.broadcast(1) } }
    await until { tokens.allSatisfy(\.isDisposed) }

    #expect(tokens.allSatisfy(\.isDisposed) && receiver.listenerCount == 0)
  }

  @Test("a listener ends with the actor that its owner belongs to, which it does not keep")
  func endsWithActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    weak var gone: Desk?
    weak var captured: Witness?
    do {
      let (desk, witness) = (Desk(), Witness())
      (gone, captured) = (desk, witness)
      await desk.listen(to: receiver, holding: witness)
    }
    await until { gone == nil }
    #expect(gone == nil && captured != nil)
    transmitter.broadcast(1)
    #expect(receiver.listenerCount == 0)
    // Captures of an actor that no longer exists are released by a task.
    await until { captured == nil }
    #expect(captured == nil)
  }

  @Test("released owners leave no listener on the main actor, whatever stands between")
  @MainActor func sweeps() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let stays = Log()
    receiver.listen(with: stays, Log.write)
    for _ in 0..<1_000 {
      let log = Log()
      receiver.filter { $0 < 0 }.listen(with: log) { log, value in log.write(value) }
      receiver.filter { $0 < 0 }.share().listen(with: log, Log.write)
    }
    await until { receiver.listenerCount == 1 }
    #expect(receiver.listenerCount == 1)
    transmitter.broadcast(1)

    #expect(stays.lines == ["method 1"])
  }

  @Test("listeners of released owners are released, whichever actor the owners belong to")
  func sweepsActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let desk = Desk()
    for _ in 0..<20 { await desk.listenInVain(to: receiver) }
    await until { receiver.listenerCount == 0 }

    #expect(receiver.listenerCount == 0)
    withExtendedLifetime(transmitter) {}
  }

  @Test("a function that is isolated to another actor is never called: the listener ends")
  func isolatedElsewhere() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let desk = Desk()
    #expect(await desk.listenWithOthers(to: receiver) == [true, true, true, false])
    transmitter.broadcast(1)
    await until { receiver.listenerCount == 0 }

    #expect(await desk.lines == [] && receiver.listenerCount == 0)
  }

  /// Records whether it is deinitialized on the main queue.
  private final class Captive {
    static let isOnMainQueue = DispatchSpecificKey<Bool>()

    private let heard: Heard<Bool>

    init(_ heard: Heard<Bool>) {
      self.heard = heard
    }

    deinit {
      heard.append(DispatchQueue.getSpecific(key: Self.isOnMainQueue) ?? false)
    }
  }

  @Test("what a closure captured is released on its actor, wherever the listener ends", arguments: [true, false])
  @MainActor func releasesOnActor(isHere: Bool) async {
    DispatchQueue.main.setSpecific(key: Captive.isOnMainQueue, value: true)
    let (transmitter, receiver) = Receiver<Int>.make()
    let (log, heard) = (Log(), Heard<Bool>())
    func listen() -> Disposable {
      let captive = Captive(heard)
      return receiver.listen(with: log) { _, _ in withExtendedLifetime(captive) {} }
    }
    let listening = listen()
    transmitter.broadcast(1)
    #expect(heard.values == [])
    if isHere { listening.dispose() } else { onAnotherThread { listening.dispose() } }
    await until { !heard.values.isEmpty }

    #expect(heard.values == [true])
  }
}

@MainActor private func writeOnMainActor(_ log: ConfinedOwnerTests.Log, _ value: Int) {
  log.write(value)
}

@MainActor private func hearOnMainActor(_ value: Int) {}

@MainActor private func endOnMainActor(_ log: ConfinedOwnerTests.Log) {}
