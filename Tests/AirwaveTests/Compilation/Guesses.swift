#if os(Linux) || os(macOS)
/// A line of code as users of other libraries write it at first, and the call that the compiler's message must name.
struct Guess: Sendable {
  let code: String
  let answer: String

  init(_ code: String, _ answer: String) {
    (self.code, self.answer) = (code, answer)
  }
}

enum Guesses {
  /// What the lines use.
  static let preamble = """
    import Airwave
    import Foundation

    struct Track: Sendable { let id: Int }
    final class Label { var text: String? = "" }
    func load(_ value: Int) async -> Int { value }
    func fetch(_ value: Int) async throws -> Int { value }
    func parse(_ value: Int) throws -> Int { value }
    @MainActor final class Screen {
      var title = ""
      @Variable var count = 0
      let bag = DisposeBag()
      var tokens = DisposeBag()
      let label = Label()
      func save(_ value: Int) async {}
    }

    """

  static let all = combine + rx + others + closures + ends + types

  /// Lines that compile as they are.
  static let accepted = [
    "_ = receiver.combineLatest(other) { $0 - $1 }",
    "_ = receiver.zip(other) { $0 - $1 }",
    "_ = receiver.withLatest(from: other) { $0 - $1 }",
    "_ = Receiver.combineLatest(receiver, other) { $0 - $1 }",
    "_ = Receiver.zip(receiver, other) { $0 - $1 }",
    "_ = receiver.map { $0 + 1 }.flatMap { value in other.map { $0 + value } }",
    "receiver.listen { value in _ = value }",
    "receiver.map { [$0] }.prepend([0]).listen { _ in }",
    "receiver.bind(to: variable)",
    "receiver.listen { print(await load($0)) }",
    "receiver.listen { value in let loaded = await load(value); print(loaded) }",
    "receiver.listen(with: screen) { screen, value in await screen.save(value) }",
    "receiver.listenLatest { _ = await load($0) }",
  ]

  private static let combine = [
    Guess("receiver.sink { print($0) }", "listen(to:)"),
    Guess("receiver.sink { screen.title = \"\\($0)\" }", "listen(to:)"),
    Guess("receiver.sink(receiveValue: { [weak screen] in screen?.title = \"\\($0)\" })", "listen(to:)"),
    Guess("receiver.sink { _ in } receiveValue: { print($0) }", "listen { value in } onFinish: { }"),
    Guess("receiver.sink { print($0) }.store(in: &screen.tokens)", "listen(to:)"),
    Guess("receiver.listen { print($0) }.store(in: &screen.tokens)", "disposed(by: bag), without &"),
    Guess("receiver.listen { print($0) }.store(in: screen.bag)", "disposed(by:)"),
    Guess("receiver.listen { print($0) }.cancel()", "dispose()"),
    Guess("receiver.map { \"\\($0)\" }.assign(to: \\.text, on: screen.label)", "bind(to:on:)"),
    Guess("let shared = receiver.map { $0 * 2 }.eraseToAnyPublisher()", "pass on the receiver itself"),
    Guess("receiver.removeDuplicates().listen { print($0) }", "skipRepeats()"),
    Guess("tracks.removeDuplicates { $0.id == $1.id }.listen { print($0) }", "skipRepeats(by:)"),
    Guess("receiver.dropFirst().listen { print($0) }", "skip(count:)"),
    Guess("receiver.dropFirst(2).map { $0 + 1 }.listen { print($0) }", "skip(count:)"),
    Guess("receiver.drop { $0 < 2 }.listen { print($0) }", "skip(while:)"),
    Guess("receiver.drop(untilOutputFrom: other).listen { print($0) }", "skip(until:)"),
    Guess("receiver.prefix(2).listen { print($0) }", "take(count:)"),
    Guess("receiver.prefix { $0 < 2 }.listen { print($0) }", "take(while:)"),
    Guess("receiver.prefix(untilOutputFrom: other).listen { print($0) }", "take(until:)"),
    Guess("receiver.collect(2).listen { print($0) }", "collect(count:)"),
    Guess("receiver.append(1, 2).listen { print($0) }", "flatMap(maxConcurrent: 1)"),
    Guess("receiver.receive(on: RunLoop.main).listen { print($0) }", "main-actor code"),
    Guess("receiver.receive(on: MainActor.self).listen { print($0) }", "main-actor code"),
    Guess("receiver.prepend([1, 2]).listen { print($0) }", "prepend(contentsOf:)"),
    Guess("receiver.collect(.byTime(RunLoop.main, .seconds(1))).listen { print($0) }", "collect(count:for:clock:)"),
    Guess(
      "receiver.collect(.byTimeOrCount(RunLoop.main, .seconds(1), 9)).listen { print($0) }",
      "collect(count:for:clock:)"
    ),
    Guess(
      "receiver.debounce(for: .seconds(0.3), scheduler: RunLoop.main).listen { print($0) }",
      "debounce(for:clock:)"
    ),
    Guess("receiver.throttle(for: .seconds(1), scheduler: RunLoop.main, latest: true)", "throttle(for:latest:clock:)"),
    Guess("receiver.timeout(.seconds(5), scheduler: DispatchQueue.main)", "silence(for: interval)"),
    Guess("receiver.timeout(.seconds(5)).listen { print($0) }", "silence(for: interval)"),
    Guess("receiver.handleEvents(receiveOutput: { print($0) })", "handleEvents(onValue:)"),
    Guess(
      "receiver.tryMap { try Int(\"\\($0)\", format: .number) }.listen { print($0) }",
      "Result { try transform(value) }"
    ),
    Guess("receiver.replaceError(with: 0).listen { print($0) }", "replaceFailures"),
    Guess("receiver.catch { _ in other }.listen { print($0) }", "replaceFailures"),
    Guess("receiver.subscribe(transmitter)", "forward(to:)"),
    Guess("receiver.makeConnectable().listen { print($0) }", "share()"),
    Guess("receiver.retry(3).listen { print($0) }", "asyncMap or mapLatest"),
    Guess("receiver.reduce(0) { $0 + $1 }.listen { print($0) }", "scan(_:_:)"),
    Guess("receiver.reduce(0, +).listen { print($0) }", "scan(_:_:)"),
  ]

  private static let rx = [
    Guess("receiver.subscribe(onNext: { print($0) })", "listen(to:)"),
    Guess("receiver.subscribe { print($0) }.disposed(by: screen.bag)", "listen(to:)"),
    Guess("receiver.subscribe(onNext: { print($0) }, onCompleted: { })", "onFinish"),
    Guess("receiver.subscribe(with: screen, onNext: { $0.title = \"\\($1)\" })", "listen(with:_:)"),
    Guess("receiver.bind(onNext: { print($0) })", "listen(to:)"),
    Guess("receiver.drive(onNext: { print($0) })", "listen(to:)"),
    Guess("let shared = receiver.asObservable()", "pass on the receiver itself"),
    Guess("receiver.asDriver().listen { print($0) }", "main-actor code"),
    Guess("receiver.distinctUntilChanged().listen { print($0) }", "skipRepeats()"),
    Guess("tracks.distinctUntilChanged { $0.id }.listen { print($0) }", "skipRepeats(by:)"),
    Guess("receiver.startWith(0).listen { print($0) }", "prepend(_:)"),
    Guess("receiver.skip(2).listen { print($0) }", "skip(count:)"),
    Guess("receiver.take(1).listen { print($0) }", "take(count:)"),
    Guess("receiver.takeUntil(other).listen { print($0) }", "take(until:)"),
    Guess("receiver.withLatestFrom(other).listen { print($0) }", "withLatest(from:)"),
    Guess("receiver.withLatestFrom(other) { $0 + $1 }.listen { print($0) }", "withLatest(from:_:)"),
    Guess("receiver.concatMap { _ in other }.listen { print($0) }", "flatMap(maxConcurrent: 1)"),
    Guess("receiver.exhaustMap { _ in other }.listen { print($0) }", "flatMapFirst(_:)"),
    Guess("receiver.map { _ in other }.switchLatest().listen { print($0) }", "switchToLatest()"),
    Guess("receiver.share(replay: 1).listen { print($0) }", "share(strategy:"),
    Guess("receiver.shareReplay(1).listen { print($0) }", "share(strategy:"),
    Guess("receiver.buffer(timeSpan: .seconds(1), count: 9).listen { print($0) }", "collect(count:for:clock:)"),
    Guess("receiver.toArray().listen { print($0) }", "values.reduce(into:_:)"),
    Guess("receiver.pairwise().listen { print($0) }", "withPrevious().skip(count: 1)"),
    Guess("receiver.map(Optional.some).unwrap().listen { print($0) }", "skipNil()"),
    Guess("receiver.mapTo(\"tapped\").listen { print($0) }", "map { _ in value }"),
    Guess("receiver.catchAndReturn(0).listen { print($0) }", "replaceFailures"),
    Guess("receiver.do(onNext: { print($0) }).listen { print($0) }", "handleEvents(onValue:)"),
    Guess("receiver.debug(\"tap\").listen { print($0) }", "print(_:)"),
    Guess("receiver.observe(on: DispatchQueue.main).listen { print($0) }", "main-actor code"),
    Guess("receiver.debounce(.milliseconds(300), scheduler: DispatchQueue.main)", "debounce(for:clock:)"),
    Guess("let numbers = Receiver<Int>.of(1, 2)", "just(_:)"),
    Guess("let numbers = Receiver.of(1, 2)", "just(_:)"),
    Guess("receiver.element(at: 2).listen { print($0) }", "take(count: 1)"),
    Guess("Receiver.from([1, 2]).listen { print($0) }", "empty.prepend(contentsOf: values)"),
    Guess("let deferred = Receiver<Int>.deferred { receiver }", "create { transmitter in }"),
    Guess("receiver.startWith([1]).listen { print($0) }", "prepend(contentsOf:)"),
    Guess("receiver.single().listen { print($0) }", "take(count: 1)"),
    Guess("receiver.asSingle().listen { print($0) }", "take(count: 1)"),
    Guess("receiver.amb(other).listen { print($0) }", "race(with:)"),
    Guess("receiver.switchMap { _ in other }.listen { print($0) }", "flatMapLatest(_:)"),
    Guess("receiver.mergeMap { _ in other }.listen { print($0) }", "flatMap(_:)"),
    Guess("receiver.tap { print($0) }.listen { print($0) }", "handleEvents(onValue:)"),
    Guess("receiver.distinct().listen { print($0) }", "uniqueValues()"),
    Guess("receiver.map(Optional.some).filterNil().listen { print($0) }", "skipNil()"),
    Guess("receiver.ignoreElements().listen { print($0) }", "filter { _ in false }"),
  ]

  private static let others = [
    Guess("receiver.observeValues { print($0) }", "listen(to:)"),
    Guess("receiver.observe { print($0) }", "listen(to:)"),
    Guess("receiver.observe(with: screen) { $0.title = \"\\($1)\" }", "listen(with:_:)"),
    Guess("receiver.collect { print($0) }", "listen(to:)"),
    Guess("receiver.onEach { print($0) }.listen { print($0) }", "handleEvents(onValue:)"),
    Guess("receiver.combinePrevious().listen { print($0) }", "withPrevious()"),
    Guess("receiver.combineLatest(with: other).listen { print($0) }", "combineLatest(_:)"),
    Guess("receiver.zip(with: other).listen { print($0) }", "zip(_:)"),
    Guess("receiver.take(first: 2).listen { print($0) }", "take(count:)"),
    Guess("receiver.combine(other).listen { print($0) }", "combineLatest(_:)"),
    Guess("receiver.send(1)", "broadcast(_:) of its transmitter"),
  ]

  private static let closures = [
    Guess("receiver.map { await load($0) }.listen { print($0) }", "use asyncMap"),
    Guess("receiver.map { try await fetch($0) }.listen { print($0) }", "use asyncMap"),
    Guess("receiver.map { try parse($0) }.listen { print($0) }", "Result { try transform(value) }"),
    Guess("receiver.flatMap { await load($0) }.listen { print($0) }", "use asyncMap"),
    Guess("receiver.listen { print(try await fetch($0)) }", "do { } catch { }"),
    Guess("receiver.listen { try await fetch($0) } onFinish: { }", "do { } catch { }"),
    Guess("receiver.listen(with: screen) { screen, value in _ = try await fetch(value) }", "do { } catch { }"),
    Guess("receiver.listen(with: screen) { screen, value in _ = try parse(value) }", "do { } catch { }"),
    Guess("receiver.listen(with: screen, Screen.save)", "{ owner, value in await owner.save(value) }"),
    Guess("receiver.listenLatest { print(try await fetch($0)) }", "throwing function"),
    Guess("receiver.listen(with: screen.label) { label, value in label.text = \"\\(await load(value))\" }", "Sendable"),
    Guess("receiver.listen { print(try parse($0)) }", "do { } catch { }"),
  ]

  private static let ends = [
    Guess("transmitter.send(1)", "broadcast(_:)"),
    Guess("ticks.send()", "broadcast()"),
    Guess("transmitter.send(completion: .finished)", "finish()"),
    Guess("transmitter.onNext(1)", "broadcast(_:)"),
    Guess("transmitter.onCompleted()", "finish()"),
    Guess("transmitter.accept(1)", "broadcast(_:)"),
    Guess("transmitter.complete()", "finish()"),
    Guess("transmitter.emit(1)", "broadcast(_:)"),
    Guess("receiver.bind(to: transmitter)", "forward(to:)"),
    Guess("receiver.bind(to: screen.$count)", "_name for $name"),
    Guess("receiver.withLatest(from: variable).listen { print($0) }", "variable.receiver"),
    Guess("receiver.combineLatest(variable).listen { print($0) }", "variable.receiver"),
    Guess("combineLatest(screen.$count, screen.$count).listen { print($0) }", "a.combineLatest(b)"),
    Guess("let pair = Receiver<Int>.make(.hot)", "make(strategy:)"),
    Guess("variable.broadcast(1)", "value = newValue"),
    Guess("variable.send(1)", "value = newValue"),
    Guess("variable.accept(1)", "value = newValue"),
    Guess("variable.set(1)", "value = newValue"),
    Guess("variable.mutate { $0 += 1 }", "withValue(_:)"),
    Guess("variable.withLock { $0 += 1 }", "withValue(_:)"),
    Guess("variable.observe { print($0) }", "receiver.listen(to:)"),
    Guess("variable.bind(to: variable)", "receiver.bind(to:)"),
    Guess("variable.sink { print($0) }", "receiver.listen(to:)"),
    Guess("variable.listen { print($0) }", "receiver.listen(to:)"),
    Guess("variable.map { $0 + 1 }.listen { print($0) }", "receiver.map(_:)"),
    Guess("variable.asObservable().listen { print($0) }", "the property receiver"),
    Guess("screen.bag.add(receiver.listen { print($0) })", "insert(_:)"),
  ]

  private static let types = [
    Guess("let subject = PassthroughSubject<Int, Never>()", "Receiver<Output>.make()"),
    Guess("let subject = CurrentValueSubject<Int, Never>(0)", "Variable"),
    Guess("var tokens = Set<AnyCancellable>()", "DisposeBag"),
    Guess("let publisher: AnyPublisher<Int, Never> = receiver", "Receiver"),
    Guess("let subject = PublishSubject<Int>()", "Receiver<Element>.make()"),
    Guess("let subject = BehaviorSubject<Int>(value: 0)", "Variable"),
    Guess("let relay = BehaviorRelay<Int>(value: 0)", "Variable"),
    Guess("let relay = PublishRelay<Int>()", "Receiver<Element>.make()"),
    Guess("let subject = ReplaySubject<Int>.create(bufferSize: 1)", "make(strategy: .warm(upTo: count))"),
    Guess("let subject = ReplaySubject<Int>.createUnbounded()", "make(strategy: .cold)"),
    Guess("let property = MutableProperty(0)", "Variable"),
  ]
}
#endif
