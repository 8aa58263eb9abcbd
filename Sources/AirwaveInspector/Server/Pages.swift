#if Inspector
import FlyingFox
import Foundation

/// The open pages. While there are any, values reach them ten times a second, and snapshots twice a second.
actor Pages {
  static let most = 16
  static let interval = Duration.milliseconds(100)
  static let snapshotInterval = Duration.milliseconds(500)

  private struct Open {
    let frames: AsyncStream<WSFrame>.Continuation
    var watched: Set<Int> = []
    /// What the page did not take, because too many messages wait for it.
    var unsent: News?
  }

  private let session: Session
  private var pages: [Int: Open] = [:]
  private var nextID = 0
  private var ticking: Task<Void, Never>?

  init(session: Session) { self.session = session }

  var isFull: Bool { pages.count >= Self.most }

  /// - Returns: Identifies the page. Nil if too many pages are open.
  func open(_ frames: AsyncStream<WSFrame>.Continuation) -> Int? {
    if isFull { return nil }
    nextID += 1
    pages[nextID] = Open(frames: frames)
    frames.yield(.message(["snapshot": session.snapshot()]))
    if ticking == nil { ticking = Task { await tick() } }
    return nextID
  }

  func close(_ id: Int) {
    guard pages.removeValue(forKey: id) != nil else { return }
    watchAll()
    if pages.isEmpty {
      ticking?.cancel()
      ticking = nil
    }
  }

  func close() {
    for page in pages.values {
      page.frames.yield(.close())
      page.frames.finish()
    }
    for id in pages.keys { close(id) }
  }

  /// A message of a page. What is not understood is ignored: the page may be older than the program.
  func receive(_ message: Data, from id: Int) {
    guard let command = try? JSONDecoder().decode(Command.self, from: message), pages[id] != nil else { return }
    if let watch = command.watch {
      pages[id]?.watched = Set(watch.prefix(1_000))
      watchAll()
    }
    if let pair = command.history { pages[id]?.frames.yield(.message(["history": session.history(of: pair)])) }
    if let record = command.record {
      if record { try? session.record(to: nil, limit: 10_000_000) } else { session.stopRecording(isFromPage: true) }
      sendSnapshot()
    }
  }

  private struct Command: Decodable {
    var watch: [Int]?
    var record: Bool?
    var history: Int?
  }

  private func watchAll() {
    session.watch(pages.values.reduce(into: []) { $0.formUnion($1.watched) })
  }

  private func tick() async {
    let clock = ContinuousClock()
    var next = clock.now + Self.snapshotInterval
    while !Task.isCancelled {
      // A cancelled sleep ends the loop.
      guard (try? await clock.sleep(for: Self.interval)) != nil else { return }
      sendValues()
      let now = clock.now
      if now < next { continue }
      sendSnapshot()
      // Snapshots of a great many listeners take long, and are made less often.
      next = now + max(Self.snapshotInterval - Self.interval / 2, now.duration(to: clock.now) * 20)
    }
  }

  private func sendSnapshot() {
    let frame = WSFrame.message(["snapshot": session.snapshot()])
    for page in pages.values { page.frames.yield(frame) }
  }

  /// Sends what was heard since the last call. What a page does not take is kept for the next call, as counts.
  func sendValues() {
    let news = session.takeNews()
    for (id, page) in pages {
      var part = news.part(for: page.watched)
      if let unsent = page.unsent { part.add(unsent: unsent) }
      if part.isEmpty { continue }
      if case .dropped = page.frames.yield(.message(part.object)) {
        pages[id]?.unsent = part
      } else {
        pages[id]?.unsent = nil
      }
    }
  }
}

extension WSFrame {
  static func message(_ object: JSONObject) -> WSFrame {
    WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(object.json.utf8))
  }
}
#endif
