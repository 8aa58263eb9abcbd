import Airwave
import TestSupport
import Testing

@Suite("Receiver.listen(with:)", .inTurn)
struct ListenWithOwnerTests {
  /// An object that listens with itself as owner: with a method, and with a closure.
  @MainActor final class ViewModel {
    private(set) var lines: [String] = []

    func handle(_ value: Int) {
      MainActor.assertIsolated()
      lines.append("method \(value)")
    }

    func listen(to receiver: Receiver<Int>) {
      receiver.listen(with: self) { viewModel, value in
        MainActor.assertIsolated()
        viewModel.lines.append("closure \(value)")
      }
      receiver.listen(with: self, ViewModel.handle)
    }
  }

  final class Log: Sendable {
    let lines = Heard<String>()

    func write(_ value: Int) {
      lines.append("method \(value)")
    }
  }

  actor Collector {
    private let lines: AsyncStream<String>.Continuation

    init(_ lines: AsyncStream<String>.Continuation) {
      self.lines = lines
    }

    func add(_ line: String) {
      assertIsolated()
      lines.yield(line)
    }

    func listen(to receiver: Receiver<Int>) {
      receiver.listen(with: self) { collector, value in
        collector.assertIsolated()
        collector.lines.yield("\(value)")
      }
    }
  }

  @Test("calls a closure with the owner, and a method of it", arguments: everyStrategy)
  func calls(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    transmitter.broadcast(1)
    let log = Log()
    receiver.listen(with: log) { log, value in log.lines.append("closure \(value)") }
    receiver.listen(with: log, Log.write)
    transmitter.broadcast(2)

    let replayed = strategy.replayed(of: [1])
    let early: [String] = replayed.map { "closure \($0)" } + replayed.map { "method \($0)" }
    #expect(log.lines.values == early + ["closure 2", "method 2"])
  }

  @Test("ends with the owner, which it does not keep")
  func endsWithOwner() {
    let (transmitter, receiver) = Receiver<Int>.make()
    var log: Log? = Log()
    weak let weakLog = log
    let lines = log?.lines
    let listenings = log.map { log in
      [
        receiver.listen(with: log) { log, value in log.lines.append("closure \(value)") },
        receiver.listen(with: log, Log.write),
      ]
    }
    transmitter.broadcast(1)
    log = nil
    transmitter.broadcast(2)

    #expect(weakLog == nil)
    #expect(lines?.values == ["closure 1", "method 1"])
    #expect(listenings?.map(\.isDisposed) == [true, true])
    #expect(!transmitter.hasListeners)
  }

  @Test("ends earlier if told to")
  func endsEarlier() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let log = Log()
    let listening = receiver.listen(with: log, Log.write)
    transmitter.broadcast(1)
    listening.dispose()
    transmitter.broadcast(2)

    #expect(log.lines.values == ["method 1"])
  }

  @Test("runs on the main actor for an owner there, at once when the broadcast is made there")
  @MainActor func onMainActor() {
    let (transmitter, receiver) = Receiver<Int>.make()
    var viewModel: ViewModel? = ViewModel()
    weak let weakViewModel = viewModel
    viewModel?.listen(to: receiver)
    [1, 2].forEach(transmitter.broadcast)
    let lines = viewModel?.lines
    viewModel = nil
    transmitter.broadcast(3)

    #expect(lines == ["closure 1", "method 1", "closure 2", "method 2"])
    #expect(weakViewModel == nil)
    #expect(!transmitter.hasListeners)
  }

  @Test("runs on an actor that is the owner, in order")
  func onActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (lines, continuation) = AsyncStream<String>.makeStream()
    let collector = Collector(continuation)
    await collector.listen(to: receiver)
    (1...5).forEach(transmitter.broadcast)
    let heard = await lines.prefix(5).reduce(into: []) { $0.append($1) }

    #expect(heard == ["1", "2", "3", "4", "5"])
    withExtendedLifetime(collector) {}
  }

  @Test("ends with the actor that is the owner, which it does not keep")
  func endsWithActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    var collector: Collector? = Collector(AsyncStream<String>.makeStream().continuation)
    weak let weakCollector = collector
    await collector?.listen(to: receiver)
    let before = transmitter.hasListeners
    collector = nil

    #expect(before)
    #expect(weakCollector == nil)
  }

  @Test("tells the owner the end, once, after the last value", arguments: everyStrategy)
  func finishes(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Log()
    receiver.listen(with: log) { log, value in
      log.lines.append("a\(value)")
    } onFinish: { log in
      log.lines.append("a end")
    }
    receiver.take(count: 1).listen(with: log, Log.write) { log in log.lines.append("b end") }
    [1, 2].forEach(transmitter.broadcast)
    transmitter.finish()
    transmitter.finish()

    #expect(log.lines.values == ["a1", "method 1", "b end", "a2", "a end"])
    #expect(receiver.listenerCount == 0)
  }

  @Test("tells an owner on the main actor the end there, at once if it is finished there", arguments: [true, false])
  @MainActor func finishesOnMainActor(isHere: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let viewModel = ViewModel()
    receiver.listen(with: viewModel) { viewModel, value in
      viewModel.handle(value)
    } onFinish: { viewModel in
      viewModel.handle(-1)
    }
    receiver.listen(with: viewModel, ViewModel.handle) { $0.handle(-2) }
    if isHere {
      transmitter.broadcast(1)
      transmitter.finish()
    } else {
      onAnotherThread {
        transmitter.broadcast(1)
        transmitter.finish()
      }
      #expect(viewModel.lines == [])
      await until { viewModel.lines.count == 4 }
    }

    #expect(viewModel.lines == ["method 1", "method 1", "method -1", "method -2"])
  }

  @Test("tells an actor the end on that actor")
  func finishesOnActor() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let (lines, continuation) = AsyncStream<String>.makeStream()
    let collector = Collector(continuation)
    transmitter.broadcast(1)
    receiver.listen(with: collector) { collector, value in
      collector.add("\(value)")
    } onFinish: { collector in
      collector.add("end")
      continuation.finish()
    }
    transmitter.broadcast(2)
    transmitter.finish()
    let heard = await lines.reduce(into: []) { $0.append($1) }

    #expect(heard == ["1", "2", "end"])
    withExtendedLifetime(collector) {}
  }

  @Test("does not tell the end if the owner is released, or the listener was disposed of")
  func finishesWithoutOwner() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let ends = Heard<String>()
    weak var captured: Witness?
    let stays = Log()
    do {
      let (goes, witness) = (Log(), Witness())
      captured = witness
      for owner in [goes, stays] {
        let closure = receiver.listen(with: owner) { _, _ in
        } onFinish: { _ in
          withExtendedLifetime(witness) { ends.append("closure") }
        }
        let method = receiver.listen(with: owner, Log.write) { _ in
          withExtendedLifetime(witness) { ends.append("method") }
        }
        if owner === stays { [closure, method].forEach { $0.dispose() } }
      }
    }
    transmitter.finish()

    #expect(ends.values == [] && captured == nil)
  }
}
