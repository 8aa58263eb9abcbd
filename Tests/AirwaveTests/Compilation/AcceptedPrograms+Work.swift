#if os(Linux) || os(macOS)
extension AcceptedPrograms {
  /// Asynchronous work, receivers of receivers, and custom sources.
  static let work = [
    Program(
      "asynchronous work that cannot fail, in each spelling",
      """
      nonisolated func length(_ text: String) async -> Int { text.count }
      @MainActor func width(_ text: String) async -> Int { text.count }

      actor Index {
        func hits(_ text: String) async -> Int { text.count }
        func count(_ text: String) -> Int { text.count }
      }

      func use(_ texts: Receiver<String>, _ index: Index) {
        let lengths: [Receiver<Int>] = [
          texts.asyncMap(length), texts.mapLatest(length),
          texts.asyncMap(width), texts.mapLatest(width),
          texts.asyncMap(index.hits), texts.mapLatest(index.hits),
          texts.asyncMap { await length($0) }, texts.mapLatest { await length($0) },
          texts.asyncMap { await width($0) }, texts.mapLatest { await width($0) },
          texts.asyncMap { $0.count }, texts.mapLatest { $0.count },
          texts.asyncMap { text in await index.count(text) },
          texts.mapLatest { text in
            let first = await length(text)
            return await index.count(text) + first
          },
          texts.asyncMap { (text: String) async -> Int in
            do { try await Task.sleep(for: .zero) } catch { return 0 }
            return text.count
          },
        ]
        lengths[0].merge(with: lengths[1]).listen { print($0) }

        let inferred = texts.asyncMap { await length($0) }
        inferred.map { $0 + 1 }.listen { print($0) }
        texts.mapLatest { await length($0) }.map { $0.description }.listen { print($0.count) }
        texts.asyncMap { text in
          let length = await length(text)
          return length + 1
        }.filter { $0 > 1 }.listen { (length: Int) in print(length) }
        texts.asyncMap { try? await Task.sleep(for: .seconds($0.count)) }.listen { print($0 == nil) }
      }
      """
    ),
    Program(
      "asynchronous work that throws, in each spelling",
      """
      nonisolated struct SearchError: Error {}
      nonisolated func anything(_ text: String) async throws -> Int { text.count }
      nonisolated func search(_ text: String) async throws(SearchError) -> Int { text.count }
      @MainActor func searchHere(_ text: String) async throws(SearchError) -> Int { text.count }

      func use(_ texts: Receiver<String>) {
        let untyped: [Receiver<Result<Int, any Error>>] = [
          texts.asyncMap(anything), texts.mapLatest(anything),
          texts.asyncMap { try await anything($0) }, texts.mapLatest { try await anything($0) },
          texts.asyncMap { text in
            try await Task.sleep(for: .seconds(1))
            return try await search(text)
          },
          texts.mapLatest { text -> Int in
            guard text.count > 1 else { throw SearchError() }
            return text.count
          },
        ]
        untyped[0].merge(with: untyped[1]).listen { result in print((try? result.get()) ?? 0) }

        let typed: [Receiver<Result<Int, SearchError>>] = [
          texts.asyncMap(search), texts.mapLatest(search),
          texts.asyncMap(searchHere), texts.mapLatest(searchHere),
          texts.asyncMap { text throws(SearchError) in try await search(text) },
          texts.mapLatest { text throws(SearchError) in try await searchHere(text) },
          texts.mapLatest { (text: String) async throws(SearchError) -> Int in
            let first = try await search(text)
            guard first > 0 else { throw SearchError() }
            return first
          },
        ]
        typed[0].merge(with: typed[1]).listen { result in
          switch result {
          case .success(let count): print(count)
          case .failure(let error): print(error as SearchError)
          }
        }

        let inferred = texts.mapLatest { try await anything($0) }
        inferred.compactMap { try? $0.get() }.listen { print($0 + 1) }
      }
      """
    ),
    Program(
      "listeners that await, and the same without await",
      """
      nonisolated func save(_ value: Int) async {}
      nonisolated func mayFail(_ value: Int) async throws {}

      @MainActor final class Model {
        private let bag = DisposeBag()

        init(_ numbers: Receiver<Int>, _ ticks: Receiver<Void>) {
          numbers.listen { value in await save(value) }
          numbers.listen { await save($0) }.disposed(by: bag)
          numbers.listen { await self.keep($0) } onFinish: { self.end() }
          numbers.listen(buffering: .newest(1)) { await save($0) }
          numbers.listen(buffering: .oldest(0)) { print($0) }
          numbers.listen { value in
            do { try await mayFail(value) } catch { print(error) }
          }
          numbers.listen { value in
            Task { await save(value) }
          }
          numbers.listen(to: keep)
          numbers.listen(with: self) { model, value in await model.keep(value) }
          numbers.listen(with: self) { await $0.keep($1) } onFinish: { $0.end() }
          numbers.listen(with: self, buffering: .newest(1)) { model, value in
            let next = value + 1
            await model.keep(next)
          }
          numbers.listen(with: self, Model.show)
          numbers.listenLatest { await save($0) }
          numbers.listenLatest(with: self) { model, value in await model.keep(value) }
          ticks.listen { await save(1) }
          let isDisposed: Bool = numbers.map { $0 + 1 }.listen { print($0) }.isDisposed
          print(isDisposed)
        }

        func keep(_ value: Int) async {}
        func show(_ value: Int) {}
        func end() {}
      }

      actor Store {
        func keep(_ value: Int) {}

        func start(_ numbers: Receiver<Int>) {
          numbers.listen { self.keep($0) }
          numbers.listen { value in
            await save(value)
            self.keep(value)
          }
          numbers.listen(with: self) { store, value in store.keep(value) }
          numbers.listen(with: self) { store, value in await store.keep(value) }
          numbers.listenLatest(with: self) { store, value in await store.keep(value) }
        }
      }

      nonisolated func use(_ numbers: Receiver<Int>, _ store: Store, _ model: Model) {
        numbers.listen { await store.keep($0) } onFinish: { print("end") }
        numbers.listen { @MainActor value in await model.keep(value) }
        numbers.listen(with: store) { store, value in await store.keep(value) }
        numbers.listenLatest(with: model) { model, value in await model.keep(value) }
      }
      """
    ),
    Program(
      "a search field",
      """
      @MainActor final class SearchModel {
        private(set) var hits: [String] = []
        private(set) var failure: String?

        init(_ keys: Receiver<String>, search: @escaping @Sendable (String) async throws -> [String]) {
          keys.debounce(for: .milliseconds(300)).skipRepeats().mapLatest { try await search($0) }
            .listen(with: self) { model, result in
              switch result {
              case .success(let hits): model.hits = hits
              case .failure(let error): model.failure = "\\(error)"
              }
            }
        }
      }
      """
    ),
    Program(
      "receivers of receivers",
      """
      @MainActor final class Chat {
        private(set) var lines: [String] = []

        init(_ rooms: Receiver<Int>, _ messages: Receiver<String>, _ receivers: Receiver<Receiver<String>>) {
          rooms.flatMap { room in messages.map { "\\(room) \\($0)" } }.listen { [weak self] in self?.lines.append($0) }
          rooms.flatMap(maxConcurrent: 1) { room in
            let lines = messages.map { "\\(room) \\($0)" }
            return lines.take(count: room)
          }.listen(with: self) { chat, line in chat.lines.append(line) }
          rooms.flatMapLatest { _ in messages }.listen(with: self) { $0.lines.append($1) }
          let merged = receivers.merge()
          merged.listen(with: self) { chat, line in chat.lines.append(line) }
          receivers.merge().map { $0.count }.listen { print($0 + 1) }
          messages.merge().listen { print($0.count) }
          messages.merge(with: merged).listen { print($0.count) }
        }
      }
      """
    ),
    Program(
      "sources of one's own, and timers",
      """
      nonisolated final class Sensor: Sendable {
        let report: @Sendable (Int) -> Void
        init(report: @escaping @Sendable (Int) -> Void) { self.report = report }
        func stop() {}
      }

      @MainActor final class Dashboard {
        let degrees: Receiver<Int> = .create(strategy: .warm(upTo: 1)) { transmitter in
          let sensor = Sensor { transmitter.broadcast($0) }
          return Disposable { sensor.stop() }
        }
        private(set) var seconds = 0

        func appear() {
          degrees.listen(with: self) { dashboard, degrees in dashboard.seconds = degrees }
          Receiver.timer(every: .seconds(1)).listen(with: self) { dashboard, _ in dashboard.seconds += 1 }
          Receiver.timer(every: .seconds(1)).map { instant in ContinuousClock.now - instant }.listen { print($0) }
          Receiver.timer(every: .seconds(1), clock: SuspendingClock()).listen { (_: SuspendingClock.Instant) in }
          Receiver.timer(every: .seconds(1), clock: ContinuousClock()).listen { (_: ContinuousClock.Instant) in }
        }
      }

      let numbers = Receiver<Int>.create { transmitter in
        [1, 2].forEach(transmitter.broadcast)
        return Disposable { print("over") }
      }
      let texts = Receiver.create { (transmitter: Transmitter<String>) in
        let task = Task { transmitter.broadcast("later") }
        return Disposable { task.cancel() }
      }
      let replies: Receiver<Int> = .task(strategy: .warm(upTo: 1)) { transmitter in
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(1))
          transmitter.broadcast(1)
        }
      }
      let words = Receiver.task { (transmitter: Transmitter<String>) in transmitter.broadcast("now") }
      replies.withLatest(from: words).listen { print($0, $1) }
      let timer: Receiver<ContinuousClock.Instant> = .timer(every: .milliseconds(10))
      let ticks = Receiver<ContinuousClock.Instant>.timer(every: .milliseconds(10))
      numbers.combineLatest(texts, timer, ticks).listen { print($0, $1, $2, $3) }
      """
    ),
    Program(
      "receivers that are combined by twos, as functions, and as a pack",
      """
      func all<each Value: Sendable>(_ first: Receiver<Int>, _ others: repeat Receiver<each Value>) {
        first.combineLatest(repeat each others).listen { _ in }
        first.zip(repeat each others).listen { _ in }
        first.withLatest(from: repeat each others).listen { _ in }
      }
      let number = Receiver.just(1)
      let text: Receiver<(Int, String)> = number.combineLatest(.just("a"))
      let combine: (Receiver<String>) -> Receiver<(Int, String)> = number.combineLatest
      let zipped = [Receiver.just("a")].map(number.zip)
      all(number)
      all(number, .just("a"))
      all(number, .just("a"), .just(2.0))
      text.listen { number, text in print(number, text) }
      combine(.just("a")).listen { print($0.0, $0.1) }
      zipped[0].withLatest(from: .just(2.0)).listen { pair, number in print(pair.1, number) }
      """
    ),
    Program(
      "receivers of asynchronous sequences",
      """
      nonisolated func lines(of number: Int) -> AsyncStream<String> { AsyncStream { $0.finish() } }

      @MainActor final class Log {
        private(set) var lines: [String] = []

        init(_ numbers: Receiver<Int>) {
          numbers.map { Program.lines(of: $0).receiver() }.switchToLatest().listen(with: self) { $0.lines.append($1) }
          numbers.flatMap { Receiver(Program.lines(of: $0), strategy: .cold) }.listen { print($0) }
        }
      }
      """
    ),
  ]
}
#endif
