import Airwave
import TestSupport
import Testing

/// An operator that joins sources, and a simple model of it.
struct Combination: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let sourceCount: Int
  /// The operator, with its tuples as arrays.
  let join: @Sendable ([Receiver<Int>]) -> Receiver<[Int]>
  /// Returns the events that a listener hears if it joins after the first `joined` events of the world.
  let model: @Sendable (World, _ joined: Int) -> [Event<[Int]>]
}

/// All events of the sources, in order.
struct World: Sendable {
  struct Happening: Sendable {
    let source: Int
    let event: Event<Int>
  }

  let strategies: [ReplayStrategy]
  var happenings: [Happening] = []

  /// The events of one source that are replayed to a listener that joins.
  func replay(of source: Int, at joined: Int) -> [Happening] {
    let past = happenings.prefix(joined).filter { $0.source == source }
    let values = past.filter { $0.event != .end }
    return strategies[source].replayed(of: values) + past.filter { $0.event == .end }
  }

  /// The events that a listener hears if it joins the sources in a given order, by default in their own.
  func heard(from joined: Int, order: [Int]? = nil) -> [Happening] {
    let order = order ?? Array(strategies.indices)
    return order.flatMap { replay(of: $0, at: joined) } + happenings.dropFirst(joined)
  }
}

/// A random schedule of events on the sources of a combination.
struct Schedule {
  private struct Listener {
    let heard: Heard<Event<[Int]>>
    let listening: Disposable
    let joined: Int
    var left: Int?
  }

  private let combination: Combination
  private let seed: UInt64
  private var random: SplitMix64
  private var transmitters: [Transmitter<Int>?]
  private let receivers: [Receiver<Int>]
  private let joined: Receiver<[Int]>
  private var world: World
  private var listeners: [Listener] = []

  init(of combination: Combination, seed: UInt64) {
    self.combination = combination
    self.seed = seed
    var random = SplitMix64(seed: seed)
    let strategies = (0..<combination.sourceCount).map { _ in everyStrategy.randomElement(using: &random) ?? .hot }
    self.random = random
    world = World(strategies: strategies)
    let pairs = strategies.map { Receiver<Int>.make(strategy: $0) }
    transmitters = pairs.map(\.transmitter)
    receivers = pairs.map(\.receiver)
    joined = combination.join(receivers)
  }

  /// Expects that each listener has heard the events of the model, whenever it joined and left.
  mutating func run() {
    for _ in 0..<Int.random(in: 0...40, using: &random) { step() }
    listen()
    for (number, listener) in listeners.enumerated() {
      var world = world
      world.happenings.removeLast(world.happenings.count - (listener.left ?? world.happenings.count))
      #expect(
        listener.heard.values == combination.model(world, listener.joined),
        "\(combination.testDescription), seed \(seed), listener \(number): \(listener.joined), \(world)"
      )
    }
    listeners.forEach { $0.listening.dispose() }
    #expect(receivers.map(\.listenerCount) == receivers.map { _ in 0 }, "\(combination.testDescription), seed \(seed)")
  }

  private mutating func step() {
    let source = Int.random(in: transmitters.indices, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<70:
      guard let transmitter = transmitters[source] else { return }
      let value = Int.random(in: 0...9, using: &random)
      world.happenings.append(.init(source: source, event: .value(value)))
      transmitter.broadcast(value)
    case 70..<77:
      if transmitters[source] != nil { world.happenings.append(.init(source: source, event: .end)) }
      if Bool.random(using: &random) { transmitters[source]?.finish() }
      transmitters[source] = nil
    case 77..<92:
      listen()
    default:
      guard let index = listeners.indices.randomElement(using: &random), listeners[index].left == nil else { return }
      listeners[index].listening.dispose()
      listeners[index].left = world.happenings.count
    }
  }

  private mutating func listen() {
    let now = world.happenings.count
    let replayed = joined.replayed
    let (heard, listening) = recordEvents(joined)
    #expect(
      replayed.map(Event.value) == heard.values.filter { $0 != .end },
      "replayed, \(combination.testDescription), seed \(seed), \(world)"
    )
    listeners.append(Listener(heard: heard, listening: listening, joined: now))
  }
}
