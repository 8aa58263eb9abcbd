import Airwave
import AirwaveFoundation
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

// Signals belong to the process. So these tests run one at a time, and use no signal that would end the process by
// mistake.
@Suite("Signals.receiver(for:)", .inTurn)
struct SignalsTests {
  /// The present action of a signal: the address of a handler, or 0 for `SIG_DFL` and 1 for `SIG_IGN`.
  private func handler(of signal: Int32) -> Int {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return withUnsafeBytes(of: action) { $0.load(as: Int.self) }
  }

  @Test("hears each of its signals, and no other")
  func hears() async {
    let (values, others) = (Signals.receiver(for: [SIGUSR1, SIGHUP]).values, Signals.receiver(for: [SIGUSR2]).values)
    var (iterator, other) = (values.makeAsyncIterator(), others.makeAsyncIterator())
    for signal in [SIGHUP, SIGUSR1, SIGUSR1, SIGHUP, SIGHUP] {
      kill(getpid(), signal)
      #expect(await iterator.next() == signal)
    }
    kill(getpid(), SIGUSR2)
    #expect(await other.next() == SIGUSR2)
  }

  @Test("hears a signal that comes as soon as it listens, time and again")
  func punctual() async {
    for _ in 1...50 {
      let receiver = Signals.receiver(for: [SIGUSR1])
      var iterator = receiver.values.makeAsyncIterator()
      kill(getpid(), SIGUSR1)
      #expect(await iterator.next() == SIGUSR1)
    }
  }

  #if os(Linux) || os(macOS)
  @Test("hears a signal that comes as soon as it listens, for the first time in the life of a process")
  func punctualAtFirst() async {
    await #expect(processExitsWith: .success) {
      for signal in [SIGHUP, SIGUSR1, SIGUSR2, SIGURG, SIGWINCH] {
        var iterator = Signals.receiver(for: [signal]).values.makeAsyncIterator()
        kill(getpid(), signal)
        if await iterator.next() != signal { exit(1) }
      }
    }
  }
  #endif

  @Test("all listeners hear, of one receiver and of several")
  func several() async {
    let (one, two) = (Signals.receiver(for: [SIGUSR1]), Signals.receiver(for: [SIGUSR1, SIGUSR2]))
    var iterators = [one, one, two].map { $0.values.makeAsyncIterator() }
    kill(getpid(), SIGUSR1)
    for index in iterators.indices { #expect(await iterators[index].next() == SIGUSR1) }
  }

  @Test("a signal has its previous action again when the last listener has left, and not before")
  func restores() async {
    let original = handler(of: SIGUSR2)
    for own in [SIG_DFL, SIG_IGN] {
      signal(SIGUSR2, own)
      let expected = handler(of: SIGUSR2)
      let receivers = [Signals.receiver(for: [SIGUSR2]), Signals.receiver(for: [SIGUSR2, SIGUSR2])]
      #expect(handler(of: SIGUSR2) == expected)
      let listening = receivers[0].listen { _ in }
      var iterator = Optional(receivers[1].values.makeAsyncIterator())
      let during = handler(of: SIGUSR2)
      listening.dispose()
      #expect(handler(of: SIGUSR2) == during)
      // Without the receiver, this signal would end the process.
      kill(getpid(), SIGUSR2)
      #expect(await iterator?.next() == SIGUSR2)
      iterator = nil
      #expect(handler(of: SIGUSR2) == expected)
    }
    signal(SIGUSR2, SIG_DFL)
    #expect(handler(of: SIGUSR2) == original)
  }

  @Test("the last listener that is done, from inside, is the end of it")
  func done() async {
    let own = handler(of: SIGHUP)
    let receiver = Signals.receiver(for: [SIGHUP])
    let values = receiver.take(count: 1).values
    kill(getpid(), SIGHUP)
    var heard: [Int32] = []
    for await value in values { heard.append(value) }

    #expect(heard == [SIGHUP])
    #expect(receiver.listenerCount == 0)
    #expect(handler(of: SIGHUP) == own)
  }

  @Test("releases a listener that is disposed of")
  func releases() {
    let gone = Heard<Int>()
    do {
      let witness = Witness { gone.append(1) }
      Signals.receiver(for: [SIGUSR1]).listen { _ in withExtendedLifetime(witness) {} }.dispose()
    }
    #expect(gone.values == [1])
  }

  #if os(Linux) || os(macOS)
  @Test("hears a signal beside a dispatch source of others that was there before, which goes on hearing it")
  func othersBefore() async {
    await #expect(processExitsWith: .success) {
      // Ends the process if it waits without end.
      alarm(1_200)
      let (heard, continuation) = AsyncStream<String>.makeStream()
      let (registered, registration) = AsyncStream<Void>.makeStream()
      let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: DispatchQueue(label: "others"))
      source.setEventHandler { continuation.yield("others") }
      source.setRegistrationHandler { registration.finish() }
      source.activate()
      for await _ in registered {}

      let listening = Signals.receiver(for: [SIGUSR1]).listen { _ in continuation.yield("airwave") }
      var iterator = heard.makeAsyncIterator()
      kill(getpid(), SIGUSR1)
      let both = [await iterator.next(), await iterator.next()]
      listening.dispose()
      kill(getpid(), SIGUSR1)
      let alone = await iterator.next()
      source.cancel()
      if Set(both) != ["airwave", "others"] || alone != "others" { exit(1) }
    }
  }

  @Test("child processes keep their exit status, and ignore no signal for being heard here")
  func children() async {
    await #expect(processExitsWith: .success) {
      var iterator = Signals.receiver(for: [SIGCHLD, SIGUSR1]).values.makeAsyncIterator()
      let child = Process()
      child.executableURL = URL(filePath: "/bin/sh")
      child.arguments = ["-c", "kill -USR1 $$; exit 3"]
      // The child inherits the signals that this thread blocks.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      try child.run()
      child.waitUntilExit()
      if await iterator.next() != SIGCHLD { exit(1) }
      if child.terminationReason != .uncaughtSignal || child.terminationStatus != SIGUSR1 { exit(2) }
    }
  }

  @Test("a signal that cannot be caught stops the program")
  func uncatchable() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signals.receiver(for: [SIGTERM, SIGKILL])
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'signals' must be signals that can be caught, but one is \(SIGKILL)"))
  }

  @Test("a number that is no signal stops the program")
  func noSignal() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signals.receiver(for: [-1])
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("but one is -1"))
  }

  @Test("without a listener, a signal ends the process again")
  func endsProcess() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      var iterator = Optional(Signals.receiver(for: [SIGTERM]).values.makeAsyncIterator())
      kill(getpid(), SIGTERM)
      let heard = await iterator?.next()
      iterator = nil
      if heard == SIGTERM { kill(getpid(), SIGTERM) }
      while heard == SIGTERM { pause() }
    }
  }

  @Test("after the last listener has left, no signal is lost for its former handler")
  func losesNone() async {
    await #expect(processExitsWith: .success) {
      // Ends the process if it waits without end.
      alarm(1_200)
      signal(SIGUSR1) { _ in handledCount.add(1, ordering: .relaxed) }
      for round in 1...200 {
        Signals.receiver(for: [SIGUSR1]).listen { _ in }.dispose()
        kill(getpid(), SIGUSR1)
        spin { handledCount.load(ordering: .relaxed) >= round }
      }
    }
  }
  #endif
}

/// The number of signals that a handler has handled.
private let handledCount = Atomic<Int>(0)
