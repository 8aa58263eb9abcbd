import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("What a pair offers", .inTurn)
struct SurfaceTests {
  @Test("creates both ends at once, to give one of them out")
  func createsBothEnds() {
    struct Thermometer {
      let readings: Receiver<Int>
      private let transmitter: Transmitter<Int>

      init() {
        (transmitter, readings) = Receiver<Int>.make()
      }

      func read(_ value: Int) {
        transmitter.broadcast(value)
      }
    }

    let thermometer = Thermometer()
    let heard = thermometer.readings.record()
    thermometer.read(21)

    #expect(heard.values == [21])
  }

  @Test(
    "loses, keeps n, or keeps all earlier values",
    arguments: [
      (ReplayStrategy.hot, []), (.warm(upTo: 0), []), (.warm(upTo: 2), [2, 3]), (.warm(upTo: .max), [1, 2, 3]),
      (.cold, [1, 2, 3]),
    ]
  )
  func keepsEarlierValues(strategy: ReplayStrategy, replayed: [Int]) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3].forEach(transmitter.broadcast)
    let heard = receiver.record()
    transmitter.broadcast(4)

    #expect(heard.values == replayed + [4])
  }

  @Test(
    "compares and prints strategies by what they replay",
    arguments: [
      (ReplayStrategy.hot, ".hot"), (.warm(upTo: 0), ".hot"), (.warm(upTo: 1), ".warm(upTo: 1)"),
      (.warm(upTo: 2), ".warm(upTo: 2)"), (.warm(upTo: .max), ".cold"), (.cold, ".cold"),
      (.untilHeard(upTo: 0), ".hot"), (.untilHeard(upTo: 2), ".untilHeard(upTo: 2)"),
    ]
  )
  func comparesStrategies(strategy: ReplayStrategy, description: String) {
    #expect("\(strategy)" == description && "\(Receiver<Int>.make(strategy: strategy).receiver)".contains(description))
    let equal = (everyStrategy + [.untilHeard(upTo: 1), .untilHeard(upTo: 2)]).filter { $0 == strategy }
    #expect(Set(equal.map(\.description)) == [description] && Set(equal).count == 1)
  }

  @Test(
    "compares and prints buffering policies",
    arguments: [
      (BufferingPolicy.unbounded, ".unbounded"), (.newest(1), ".newest(1)"), (.newest(2), ".newest(2)"),
      (.oldest(1), ".oldest(1)"), (.oldest(2), ".oldest(2)"),
    ]
  )
  func comparesPolicies(policy: BufferingPolicy, description: String) {
    let all: Set<BufferingPolicy> = [.unbounded, .newest(1), .newest(2), .oldest(1), .oldest(2)]

    #expect("\(policy)" == description)
    #expect(all.count == 5 && all.filter { $0 == policy }.map(\.description) == [description])
  }

  @Test("keeps nothing by default")
  func isHotByDefault() {
    let (transmitter, receiver) = Receiver<Int>.make()
    transmitter.broadcast(1)

    #expect(receiver.replayed == [])
  }

  @Test("takes broadcast as a function value, and copies of the transmitter")
  func broadcastsAsFunction() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.record()
    let copy = transmitter
    let broadcast: @Sendable (Int) -> Void = copy.broadcast
    [1, 2].forEach(transmitter.broadcast)
    broadcast(3)

    #expect(heard.values == [1, 2, 3])
  }

  @Test("broadcasts nothing but that it has happened")
  func broadcastsVoid() {
    let (transmitter, receiver) = Receiver<Void>.make(strategy: .cold)
    let heard = Heard<Int>()
    let happened: @Sendable () -> Void = transmitter.broadcast
    receiver.listen { heard.append(1) }
    transmitter.broadcast()
    transmitter.broadcast(())
    happened()
    [(), ()].forEach(transmitter.broadcast)

    #expect(heard.values == Array(repeating: 1, count: 5))
    #expect(receiver.replayed.count == 5)
  }

  @Test("broadcasts from anywhere", arguments: everyStrategy)
  func broadcastsFromAnywhere(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = receiver.record()
    await onThreads(4) { thread in
      for value in 0..<25 { transmitter.broadcast(25 * thread + value) }
    }

    #expect(heard.values.sorted() == Array(0..<100))
  }

  @Test("lets any number listen, in the order in which they joined", arguments: everyStrategy)
  func listensManyTimes(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Heard<String>()
    for name in ["a", "b", "c"] { receiver.listen { heard.append("\(name)\($0)") } }
    [1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == ["a1", "b1", "c1", "a2", "b2", "c2"])
  }

  @Test("names its parts as the original library does")
  func typealiases() {
    let heard = Heard<Int>()
    let handler: Receiver<Int>.Handler = { heard.append($0) }
    let strategy: Receiver<Int>.Strategy = .warm(upTo: 1)
    let pair: (transmitter: Receiver<Int>.Transmitter, receiver: Receiver<Int>) = Receiver.make(strategy: strategy)
    [1, 2].forEach(pair.transmitter.broadcast)
    pair.receiver.listen(to: handler)

    #expect(heard.values == [2])
  }

  @Test("counts the listeners, through operators, too")
  func countsListeners() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let mapped = receiver.map(String.init)
    var counts = [receiver.listenerCount]
    var answers = [transmitter.hasListeners]
    func look() {
      counts.append(receiver.listenerCount)
      answers.append(transmitter.hasListeners)
    }

    let first = receiver.listen { _ in }
    look()
    let second = mapped.listen { _ in }
    look()
    first.dispose()
    first.dispose()
    look()
    second.dispose()
    look()

    #expect(counts == [0, 1, 2, 1, 0])
    #expect(answers == [false, true, true, true, false])
  }

  @Test("counts listeners that join and leave inside a listener at once")
  func countsInsideListener() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let counts = Heard<Int>()
    let bag = DisposeBag()
    receiver.listen { _ in
      receiver.listen { _ in }.disposed(by: bag)
      counts.append(receiver.listenerCount)
      bag.dispose()
      counts.append(receiver.listenerCount)
    }
    transmitter.broadcast(1)

    #expect(counts.values + [receiver.listenerCount] == [2, 1, 1])
    #expect(transmitter.hasListeners)
  }
}
