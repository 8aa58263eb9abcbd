import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.handleEvents")
struct HandleEventsTests {
  @Test("looks at each listener by itself, replay included", arguments: everyStrategy)
  func looks(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    let looked = logging(receiver, log)
    transmitter.broadcast(1)
    #expect(looked.replayed == strategy.replayed(of: [1]) && log.values == [])

    let first = looked.listen { log.append("heard \($0)") }
    transmitter.broadcast(2)
    first.dispose()
    first.dispose()
    transmitter.broadcast(3)

    let expected = (strategy.replayed(of: [1]) + [2]).flatMap { ["value \($0)", "heard \($0)"] }
    #expect(log.values == ["listen"] + expected + ["dispose"])
    #expect(receiver.listenerCount == 0)
  }

  @Test("calls onFinish before the listener's, and onDispose not at all", arguments: [true, false])
  func finish(isLate: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let log = Heard<String>()
    let token = Box<Disposable>()
    let listen = {
      token.content = logging(receiver, log).listen {
        log.append("heard \($0)")
      } onFinish: {
        log.append("end")
        token.content?.dispose()
      }
    }
    if !isLate { listen() }
    transmitter.broadcast(1)
    transmitter.finish()
    if isLate { listen() }
    token.content?.dispose()

    #expect(log.values == ["listen", "value 1", "heard 1", "finish", "end"])
  }

  @Test("sees a listener that an operator behind it ends leave", arguments: everyStrategy)
  func take(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    transmitter.broadcast(1)
    logging(receiver, log).take(count: 1).listen {
      log.append("heard \($0)")
    } onFinish: {
      log.append("end")
    }
    transmitter.broadcast(2)

    let value = strategy.replayed(of: [1]).first ?? 2
    let (disposals, others) = (log.values.filter { $0 == "dispose" }, log.values.filter { $0 != "dispose" })
    #expect(others == ["listen", "value \(value)", "heard \(value)", "end"])
    #expect(disposals.count == 1 && receiver.listenerCount == 0)
  }

  @Test("a listener ended by what looks does not hear the value", arguments: [true, false])
  func endedByLook(byFinish: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let token = Box<Disposable>()
    let looked = receiver.handleEvents(
      onValue: { _ in if !byFinish { token.content?.dispose() } },
      onFinish: { token.content?.dispose() }
    )
    let (heard, listening) = recordEvents(looked)
    token.content = listening
    transmitter.broadcast(1)
    transmitter.finish()

    #expect(heard.values == (byFinish ? [.value(1)] : []))
  }

  @Test("sees a listener that leaves with the last value leave, and no end")
  func disposedByLastValue() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let log = Heard<String>()
    let token = Box<Disposable>()
    token.content = logging(receiver.take(count: 1), log).listen { _ in token.content?.dispose() }
    transmitter.broadcast(1)

    #expect(log.values == ["listen", "value 1", "dispose"])
  }

  @Test("releases the captures at the end, at once", arguments: [true, false])
  func release(byFinish: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    weak var weakWitness: Witness?
    let listening = {
      let witness = Witness()
      weakWitness = witness
      return receiver.handleEvents(onValue: { _ in withExtendedLifetime(witness) {} }).listen { _ in
        withExtendedLifetime(witness) {}
      }
    }()
    #expect(weakWitness != nil)
    if byFinish { transmitter.finish() } else { listening.dispose() }

    #expect(weakWitness == nil && receiver.listenerCount == 0)
  }

  @Test("sees listeners leave that the transmitter removes")
  func removeAll() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let log = Heard<String>()
    let listening = logging(receiver, log).listen { _ in }
    transmitter.removeAllListeners()

    #expect(listening.isDisposed && log.values == ["listen", "dispose"])
  }

  private func logging(_ receiver: Receiver<Int>, _ log: Heard<String>) -> Receiver<Int> {
    receiver.handleEvents(
      onListen: { log.append("listen") },
      onValue: { log.append("value \($0)") },
      onDispose: { log.append("dispose") },
      onFinish: { log.append("finish") }
    )
  }
}

@Suite("Receiver.print", .inTurn)
struct PrintTests {
  @Test("writes a line for each thing that happens", arguments: ["", "tap"])
  func lines(prefix: String) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let page = Page()
    let printed = receiver.print(prefix, to: page)
    transmitter.broadcast(1)
    printed.listen { _ in }.dispose()
    let heard = printed.record()
    transmitter.broadcast(2)
    transmitter.finish()

    let lines = ["listen", "value 1", "dispose", "listen", "value 1", "value 2", "finish"]
    let lead = prefix.isEmpty ? "" : "\(prefix): "
    #expect(page.text.values.joined() == lines.map { "\(lead)\($0)\n" }.joined())
    #expect(heard.values == [1, 2])
  }

  #if os(Linux) || os(macOS)
  @Test("writes to standard output by default")
  func standardOutput() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let (transmitter, receiver) = Receiver<Int>.make()
      receiver.print("tap").listen { _ in }
      transmitter.broadcast(1)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(output.contains("tap: listen\ntap: value 1\n"))
  }
  #endif

  private struct Page: TextOutputStream, Sendable {
    let text = Heard<String>()

    mutating func write(_ string: String) { text.append(string) }
  }
}
