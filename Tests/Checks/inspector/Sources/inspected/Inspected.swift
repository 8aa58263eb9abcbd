import Airwave
import AirwaveInspector
import Foundation

/// A program with known pairs, which does what the lines of its standard input say, and answers each with a line.
@main
@MainActor
struct Inspected {
  static func main() async throws {
    let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0
    let player = Player()
    let flood = Flood()
    let trouble = Trouble()
    let crowd = Crowd()
    let inspector = try await Inspector.start(port: port, sources: CommandLine.arguments.dropFirst(2).first)
    let hostile = Hostile()
    // The listeners of the known program are made while the inspector runs, so that calls are counted at the closure.
    player.listen()
    trouble.listen()
    player.play()
    say("\(inspector.address)")
    while let line = await nextLine() {
      switch line {
      case "play": player.play()
      case "order": for number in 1...50 { player.keys.broadcast("key \(number)") }
      case "hostile": hostile.broadcast()
      case "measure":
        let cost = flood.measure()
        say("\(cost.ratio) \(cost.server)")
      case "flood": await flood.run(count: 30_000)
      case "flood long": await flood.run(count: 3_000_000)
      case "gather": crowd.gather(100)
      case "gather more": crowd.gather(1_000)
      case "stir": crowd.stir()
      case "leave": crowd.leave()
      case "slow": trouble.slow()
      case "nobody": trouble.forget()
      case "grow": await trouble.grow()
      case "fill": trouble.fill()
      case "forget": player.forget()
      case "finish": player.finish()
      default: say("unknown: \(line)")
      }
      say("done \(line)")
    }
    await inspector.stop()
  }

  /// Reads a line where it may block, so that the main actor is free.
  private static func nextLine() async -> String? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: readLine()) }
    }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
