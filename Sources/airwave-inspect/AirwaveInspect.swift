#if Inspector
import AirwaveInspector
#endif
import Foundation

/// Opens a recording in the page of the inspector, without the program that was recorded.
@main
struct AirwaveInspect {
  static func main() async throws {
    guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last, !path.hasPrefix("-") else {
      return say("usage: swift run --traits Inspector airwave-inspect recording.jsonl")
    }
    #if Inspector
    do {
      let page = try await RecordingPage(path)
      say("\(page.address)    (Ctrl-C ends)")
      while !Task.isCancelled { try await Task.sleep(for: .seconds(3_600)) }
    } catch let error as InspectorError {
      say(error.description)
    }
    #else
    say("airwave-inspect needs the trait: swift run --traits Inspector airwave-inspect \(path)")
    #endif
  }

  /// Writes a line at once, even if the output is a pipe.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
