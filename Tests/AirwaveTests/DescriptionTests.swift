import Airwave
import Observation
import TestSupport
import Testing

@Suite("Descriptions", .inTurn, .patient)
struct DescriptionTests {
  private final class Player: Sendable {
    let volume = Variable(5)
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let bag = DisposeBag()
    let token: ScopedDisposable
    let values: ReceiverValues<Int>

    init() {
      receiver.listen { _ in }.disposed(by: bag)
      token = volume.receiver.listen { _ in }.scoped()
      values = receiver.values(buffering: .newest(1))
      transmitter.broadcast(1)
    }

    var isPlaying: Bool { false }
  }

  private struct Song {
    @Variable var title = "Yesterday"
    let ratings = [Variable(1), Variable(2)]
  }

  @Test("the ends of a pair: strategy, listeners and end", arguments: everyStrategy)
  func pair(strategy: ReplayStrategy) {
    let pair = Receiver<Int>.make(strategy: strategy)
    let words = { (details: String) in "Transmitter<Int>(\(details)), Receiver<Int>(\(details))" }
    let described = { "\(pair.transmitter), \(pair.receiver)" }
    #expect(described() == words("\(strategy), 0 listeners"))
    pair.receiver.listen { _ in }
    #expect(described() == words("\(strategy), 1 listener"))
    pair.receiver.map { $0 + 1 }.listen { _ in }
    #expect(described() == words("\(strategy), 2 listeners"))
    pair.transmitter.finish()
    #expect(described() == words("\(strategy), 0 listeners, finished"))
  }

  @Test("a wrapped pair: as its ends", arguments: everyStrategy)
  func broadcast(strategy: ReplayStrategy) {
    struct Download {
      @Broadcast var progress: Receiver<Int>
      init(_ strategy: ReplayStrategy) { _progress = Broadcast(strategy) }
      func finish() { _progress.finish() }
    }
    let download = Download(strategy)
    download.progress.listen { _ in }
    #expect("\(download)" == "Download(_progress: Broadcast<Int>(\(strategy), 1 listener))")
    download.finish()
    #expect("\(download)" == "Download(_progress: Broadcast<Int>(\(strategy), 0 listeners, finished))")
  }

  @Test("views and adapters: listeners of the pair")
  func views() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let calls = Tally()
    let view = receiver.filter { _ in
      calls.add(1)
      return true
    }
    transmitter.broadcast(1)
    #expect("\(view)" == "Receiver<Int>(0 listeners)" && calls.count == 0)
    view.listen { _ in }
    #expect("\(view.zip(Receiver.just("a")))" == "Receiver<(Int, String)>(1 listener)")
    #expect("\(transmitter.pullback { (text: String) in text.count })" == "Transmitter<String>(1 listener)")
    let timed = Receiver<Int>.make(strategy: .warm(upTo: 1, for: .seconds(1)))
    timed.transmitter.finish()
    #expect("\(timed.receiver)" == "Receiver<Int>(.warm(upTo: 1, for: 1.0 seconds), 0 listeners, finished)")
  }

  @Test("what ends listeners")
  func disposables() {
    let (disposable, bag) = (Disposable {}, DisposeBag())
    disposable.disposed(by: bag)
    Disposable {}.disposed(by: bag)
    #expect("\(disposable) \(bag)" == "Disposable(live) DisposeBag(2 live)")
    disposable.dispose()
    #expect("\(disposable) \(bag)" == "Disposable(disposed) DisposeBag(1 live)")
  }

  @Test("what has no names for a mirror in release builds")
  func values() {
    #expect("\(Signed("a"))" == #"Signed("a")"#)
    #expect("\(BondedValue.own) \(BondedValue.other)" == "own other")
    let token = Disposable {}.scoped()
    #expect("\(token)" == "ScopedDisposable(live)")
    token.dispose()
    #expect("\(token)" == "ScopedDisposable(disposed)")
  }

  @Test("variables: the value, and in what contains them its origin, too")
  func variables() {
    struct Size { var width = 3 }
    let size = Variable(Size())
    let external = Variable(get: { "x" }, set: { _ in })
    #expect("\(Variable("a")) \(size.variable(at: \.width)) \(external)" == "a 3 x")
    #expect("\([size.variable(at: \.width)]) \([external])" == #"[Variable(3)] [Variable("x")]"#)
    #expect("\([size])".hasPrefix("[Variable(") && "\([size])".hasSuffix("Size(width: 3))]"))
    #expect(
      "\(Song())" == #"Song(_title: Variable("Yesterday"), ratings: [Variable(1), Variable(2)])"#
    )
  }

  @Test("values that contain each other's variables end after three")
  func circle() {
    struct Person: Sendable {
      let name: String
      let friend = Variable<Person?>()
    }
    let (ada, grace) = (Person(name: "Ada"), Person(name: "Grace"))
    (ada.friend.value, grace.friend.value) = (grace, ada)
    let text = String(reflecting: ada.friend)
    #expect(text.count { $0 == "(" } == text.count { $0 == ")" })
    #expect(text.matches(of: /Variable\(Optional/).count == 3 && text.matches(of: /Variable\(…\)/).count == 1)
  }

  @Test("looking does not take part in Observation")
  func observation() {
    let (name, changes) = (Variable("a"), Tally())
    withObservationTracking {
      _ = String(reflecting: name)
      var text = ""
      dump(name, to: &text)
    } onChange: {
      changes.add(1)
    }
    name.value = "b"
    #expect(changes.count == 0)
  }

  @Test("a description may use the variable that contains it (Contract 5)")
  func reentrant() {
    final class Echo: Sendable, CustomDebugStringConvertible {
      let variable = Variable<Echo?>()
      var debugDescription: String {
        variable.rebroadcast()
        return "echo"
      }
    }
    let echo = Echo()
    echo.variable.value = echo
    #expect(String(reflecting: echo.variable) == "Variable(Optional(echo))")
    echo.variable.value = nil
  }

  @Test("dump shows a line for each, whatever contains it")
  func dumped() {
    var text = ""
    dump(Player(), to: &text)
    let lines = text.split(separator: "\n").map { $0.drop { " -▿".contains($0) } }
    for line in [
      "volume: Variable(5) #", "transmitter: Transmitter<Int>(.warm(upTo: 1), 2 listeners)",
      "receiver: Receiver<Int>(.warm(upTo: 1), 2 listeners) #", "bag: DisposeBag(1 live) #",
      "token: ScopedDisposable(live) #",
    ] {
      #expect(lines.contains { $0.hasPrefix(line) }, "\(line)\n\(text)")
    }
  }

  #if os(Linux) || os(macOS)
  @Test("mirrors of all types can be walked to the last child")
  func mirrors() async {
    // In a process of its own, because a fault would end the process of all tests.
    await #expect(processExitsWith: .success) {
      let player = Player()
      let aged = Receiver<Int>.make(strategy: .warm(upTo: 2, for: .seconds(1)))
      let pullback = player.transmitter.pullback { (text: String) in text.count }
      let views: [Any] = [
        player.receiver.share(), player.receiver.combineLatest(player.receiver, player.receiver), aged, pullback,
      ]
      let others: [Any] = [
        player.values.makeAsyncIterator(), Signed(1, by: player), ReplayStrategy.warm(upTo: 1, for: .seconds(1)),
        Song(),
        Variable(Variable(1)), Optional(player.receiver) as Any, (player.transmitter, player.receiver),
      ]
      for value in [player] + views + others {
        walk(value)
        dump(value)
        print(value)
        debugPrint(value)
      }
    }
  }

  @Test("an expectation that fails beside them is an issue, and no crash")
  func expectation() async {
    await #expect(processExitsWith: .success) {
      let (player, song) = (Player(), Song())
      withKnownIssue {
        #expect(player.isPlaying)
        #expect(player.receiver.latest == 7)
        #expect(player.volume == Variable(6))
        #expect(song.ratings.isEmpty)
        #expect(player.values.droppedCount == 9)
        #expect(player.token.isDisposed)
      }
    }
  }
  #endif
}

/// Walks through the mirror of a value down to its last children.
private func walk(_ value: Any, _ depth: Int = 0) {
  if depth > 20 { return }
  var mirror: Mirror? = Mirror(reflecting: value)
  while let present = mirror {
    for child in present.children { walk(child.value, depth + 1) }
    mirror = present.superclassMirror
  }
}
