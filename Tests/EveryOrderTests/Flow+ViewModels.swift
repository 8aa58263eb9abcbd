import EveryOrder

extension Flow {
  static let ofViewModels = [
    Flow("a late search result wins") { isMended in
      @MainActor final class Model {
        private(set) var results = ""
        private var search: Task<Void, Never>?
        func type(_ text: String, _ isMended: Bool) -> Task<Void, Never> {
          if isMended { search?.cancel() }
          let task = Task {
            let found = await answer("results of \(text)")
            if !isMended || !Task.isCancelled { results = found }
          }
          search = task
          return task
        }
      }
      let model = Model()
      let tasks = await [model.type("s", isMended), model.type("swift", isMended)]
      for task in tasks { await task.value }
      try await expect(model.results == "results of swift", model.results)
    },
    Flow("a form is sent twice") { isMended in
      @MainActor final class Form {
        private(set) var sentCount = 0
        private var isSent = false
        func send(_ isMended: Bool) async {
          if isSent { return }
          if isMended { isSent = true }
          await anyTime()
          isSent = true
          sentCount += 1
        }
      }
      let form = Form()
      async let first: Void = form.send(isMended)
      async let second: Void = form.send(isMended)
      _ = await (first, second)
      try await expect(form.sentCount == 1, "sent \(form.sentCount) times")
    },
    Flow("a cell that is used again shows its former picture") { isMended in
      @MainActor final class Cell {
        private(set) var picture = ""
        private var loading: Task<Void, Never>?
        func show(_ name: String, _ isMended: Bool) -> Task<Void, Never> {
          loading?.cancel()
          picture = "placeholder"
          let task = Task {
            // The placeholder of a thumbnail, and then the picture.
            for part in ["thumbnail", "picture"] {
              let loaded = await answer("\(part) of \(name)")
              if isMended && Task.isCancelled { return }
              picture = loaded
            }
          }
          loading = task
          return task
        }
      }
      let cell = Cell()
      let first = await cell.show("Ann", isMended)
      await anyTime()
      let second = await cell.show("Bob", isMended)
      await first.value
      await second.value
      try await expect(cell.picture == "picture of Bob", cell.picture)
    },
    Flow("a session that has ended gets a token") { isMended in
      @MainActor final class Session {
        private(set) var token: String?
        private var hasEnded = false
        func refresh(_ isMended: Bool) async {
          let new = await answer("token")
          if !isMended || !hasEnded { token = new }
        }
        func end() { (hasEnded, token) = (true, nil) }
      }
      let session = Session()
      async let refresh: Void = session.refresh(isMended)
      async let end: Void = {
        await anyTime(); await session.end()
      }()
      _ = await (refresh, end)
      try await expect(session.token == nil, "signed in again")
    },
    Flow("a page is appended twice") { isMended in
      @MainActor final class List {
        private(set) var rows: [Int] = []
        private var isLoading = false
        func loadMore(_ isMended: Bool) async {
          if isMended && isLoading { return }
          isLoading = true
          let first = rows.count
          rows += await answer([first, first + 1])
          isLoading = false
        }
      }
      let list = List()
      async let first: Void = list.loadMore(isMended)
      async let second: Void = list.loadMore(isMended)
      _ = await (first, second)
      try await expect(Set(list.rows).count == list.rows.count, "\(list.rows)")
    },
    Flow("a badge misses a message") { isMended in
      @MainActor final class Badge {
        private(set) var count = 0
        func receive(_ isMended: Bool) async {
          if isMended {
            await anyTime()
            count += 1
          } else {
            count = await answer(count) + 1
          }
        }
      }
      let badge = Badge()
      async let first: Void = badge.receive(isMended)
      async let second: Void = badge.receive(isMended)
      _ = await (first, second)
      try await expect(badge.count == 2, "\(badge.count)")
    },
    Flow("a spinner stops too early") { isMended in
      @MainActor final class Screen {
        private(set) var hasStoppedEarly = false
        private var (isSpinning, activeCount) = (false, 0)
        func load(_ isMended: Bool) async {
          activeCount += 1
          isSpinning = true
          await anyTime()
          activeCount -= 1
          isSpinning = isMended && activeCount > 0
          if activeCount > 0 && !isSpinning { hasStoppedEarly = true }
        }
      }
      let screen = Screen()
      async let first: Void = screen.load(isMended)
      async let second: Void = screen.load(isMended)
      _ = await (first, second)
      try await expect(!screen.hasStoppedEarly, "it does not spin while it loads")
    },
    Flow("a like that was taken back stays on the server") { isMended in
      @MainActor final class Button {
        let server = Stored(false)
        private var isLiked = false
        private var last: Task<Void, Never>?
        func tap(_ isMended: Bool) -> Task<Void, Never> {
          isLiked.toggle()
          let task = Task { [isLiked, last] in
            if isMended { await last?.value }
            await server.write(isLiked)
          }
          last = task
          return task
        }
      }
      let button = Button()
      let tasks = await [button.tap(isMended), button.tap(isMended)]
      for task in tasks { await task.value }
      try expect(!button.server.now, "still liked")
    },
    Flow("a draft is lost with its screen") { isMended in
      @MainActor final class Screen {
        func save(_ text: String, in file: Stored<String>, _ isMended: Bool) -> Task<Void, Never> {
          if isMended { return Task { await file.write(text) } }
          return Task { [weak self] in
            await anyTime()
            if self != nil { await file.write(text) }
          }
        }
      }
      let file = Stored("")
      var screen: Screen? = Screen()
      let task = await screen?.save("draft", in: file, isMended)
      await anyTime()
      await anyTime()
      screen = nil
      await task?.value
      try expect(file.now == "draft", "nothing is saved")
    },
  ]
}
