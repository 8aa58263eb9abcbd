import EveryOrder

extension Flow {
  static let ofServices = [
    Flow("an account is overdrawn") { isMended in
      actor Account {
        private(set) var balance = 100
        func withdraw(_ amount: Int, _ isMended: Bool) async {
          if balance < amount { return }
          if isMended { balance -= amount }
          await anyTime()
          if !isMended { balance -= amount }
        }
      }
      let account = Account()
      async let first: Void = account.withdraw(70, isMended)
      async let second: Void = account.withdraw(70, isMended)
      _ = await (first, second)
      try await expect(account.balance >= 0, "\(await account.balance)")
    },
    Flow("a cache loads twice") { isMended in
      actor Cache {
        private(set) var loadCount = 0
        private var value: String?
        private var loading: Task<String, Never>?
        func get(_ isMended: Bool) async -> String {
          if let value { return value }
          if isMended, let loading { return await loading.value }
          let task = Task {
            loadCount += 1
            return await answer("value")
          }
          loading = task
          let loaded = await task.value
          value = loaded
          return loaded
        }
      }
      let cache = Cache()
      async let first = cache.get(isMended)
      async let second = cache.get(isMended)
      _ = await (first, second)
      try await expect(cache.loadCount == 1, "\(await cache.loadCount) loads")
    },
    Flow("a token is refreshed twice") { isMended in
      actor Tokens {
        private(set) var number = 1
        func refresh(after refused: Int, _ isMended: Bool) async {
          if number != refused { return }
          if isMended { number += 1 }
          await anyTime()
          if !isMended { number += 1 }
        }
      }
      let tokens = Tokens()
      async let first: Void = tokens.refresh(after: 1, isMended)
      async let second: Void = tokens.refresh(after: 1, isMended)
      _ = await (first, second)
      try await expect(tokens.number == 2, "token \(await tokens.number)")
    },
    Flow("an older save overwrites a newer one") { isMended in
      actor Document {
        let file = Stored("")
        private var last: Task<Void, Never>?
        func save(_ text: String, _ isMended: Bool) -> Task<Void, Never> {
          let task = Task { [last, file] in
            if isMended { await last?.value }
            await file.write(text)
          }
          last = task
          return task
        }
      }
      let document = Document()
      let tasks = await [document.save("old", isMended), document.save("new", isMended)]
      for task in tasks { await task.value }
      try expect(document.file.now == "new", document.file.now)
    },
    Flow("the wrong song is removed") { isMended in
      actor Playlist {
        private(set) var songs = ["a", "b", "c"]
        func remove(_ song: String, _ isMended: Bool) async {
          guard let index = songs.firstIndex(of: song) else { return }
          await anyTime()
          if isMended { songs.removeAll { $0 == song } } else if index < songs.count { songs.remove(at: index) }
        }
      }
      let playlist = Playlist()
      async let first: Void = playlist.remove("a", isMended)
      async let second: Void = playlist.remove("b", isMended)
      _ = await (first, second)
      try await expect(playlist.songs == ["c"], "\(await playlist.songs)")
    },
    Flow("a setting is lost in a file that two write") { isMended in
      let (file, turn) = (Stored(["theme": "light", "size": "small"]), Line())
      @Sendable func set(_ key: String, to value: String) async {
        if isMended { await turn.begin() }
        var settings = await file.read()
        settings[key] = value
        await file.write(settings)
        if isMended { await turn.end() }
      }
      let first = Task.detached { await set("theme", to: "dark") }
      let second = Task.detached { await set("size", to: "large") }
      await first.value
      await second.value
      // Sorted: equal dictionaries may be printed in different orders.
      try expect(file.now == ["theme": "dark", "size": "large"], "\(file.now.sorted(by: <))")
    },
    Flow("a socket is open after it was closed") { isMended in
      @MainActor final class Socket {
        private(set) var isOpen = false
        private var isWanted = false
        func open(_ isMended: Bool) -> Task<Void, Never> {
          isWanted = true
          return Task {
            await anyTime()
            isOpen = !isMended || isWanted
          }
        }
        func close() { (isWanted, isOpen) = (false, false) }
      }
      let socket = Socket()
      let opening = await socket.open(isMended)
      await anyTime()
      await socket.close()
      await opening.value
      try await expect(!socket.isOpen, "open")
    },
    Flow("lines are lost that come during a flush") { isMended in
      actor Log {
        private(set) var written: [String] = []
        private var lines: [String] = []
        func add(_ line: String) { lines.append(line) }
        func flush(_ isMended: Bool) async {
          let taken = lines
          if isMended { lines = [] }
          await anyTime()
          written += taken
          if !isMended { lines = [] }
        }
      }
      let log = Log()
      await log.add("first")
      async let flush: Void = log.flush(isMended)
      async let line: Void = log.add("second")
      _ = await (flush, line)
      await log.flush(isMended)
      try await expect(Set(log.written) == ["first", "second"], "\(await log.written)")
    },
  ]
}

/// A lock that suspends.
private actor Line {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func begin() async {
    if isTaken { await withCheckedContinuation { waiting.append($0) } }
    isTaken = true
  }

  func end() {
    isTaken = !waiting.isEmpty
    if isTaken { waiting.removeFirst().resume() }
  }
}
