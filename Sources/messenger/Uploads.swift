import Airwave

/// Uploads files, two at a time, and shows the progress of each.
@MainActor
final class Uploads {
  @Broadcast private var added: Receiver<String>
  @Variable private(set) var progress: [String: Double] = [:]

  init(_ server: Server) {
    added.flatMap(maxConcurrent: 2) { name in
      Receiver<(name: String, done: Double)>.task { transmitter in
        try? await server.upload(name) { done in transmitter.broadcast((name, done)) }
      }
    }
    .listen(with: self) { uploads, step in uploads.progress[step.name] = step.done }
  }

  func add(_ name: String) {
    progress[name] = 0
    _added.broadcast(name)
  }
}
