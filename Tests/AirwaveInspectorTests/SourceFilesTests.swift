#if Inspector
@testable import AirwaveInspector
import Foundation
import Testing

@Suite("Source files")
struct SourceFilesTests {
  /// Calls a function with the files below a new folder, and the path of the folder.
  private static func withFiles(_ paths: [String], _ body: (SourceFiles, String) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("airwave-\(UUID())").standardizedFileURL
    defer { try? FileManager.default.removeItem(at: root) }
    for path in paths {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    try body(try SourceFiles(below: root.path, link: "editor:{path}:{line}"), root.path)
  }

  @Test("are found by module and name, below any folders")
  func found() throws {
    let paths = ["Sources/App/Views/List.swift", "Sources/Core/List.swift", "Tools/Only one.swift"]
    try Self.withFiles(paths + [".build/App/List.swift"]) { files, root in
      #expect(files.path(of: "App/List.swift") == root + "/Sources/App/Views/List.swift")
      #expect(files.path(of: "Core/List.swift") == root + "/Sources/Core/List.swift")
      #expect(files.path(of: "Elsewhere/Only one.swift") == root + "/Tools/Only%20one.swift")
    }
  }

  @Test("are not guessed")
  func unknown() throws {
    try Self.withFiles(["A/x/List.swift", "A/y/List.swift", "B/List.swift", "B/Notes.txt"]) { files, _ in
      let fileIDs = ["A/List.swift", "C/List.swift", "B/Notes.txt", "B/None.swift", "", "/"]
      #expect(fileIDs.map(files.path(of:)) == fileIDs.map { _ in nil })
    }
  }

  @Test("are told for the places that are shown")
  func told() throws {
    try Self.withFiles(["App/List.swift", "App/Row.swift"]) { files, root in
      #expect(
        files.object(for: ["App/List.swift", "App/None.swift"]).json == """
          {"link":"editor:{path}:{line}","paths":[{"file":"App/List.swift","path":"\(root)/App/List.swift"}]}
          """
      )
    }
  }

  @Test("are refused if the folder cannot be read")
  func refused() {
    let error = #expect(throws: InspectorError.self) { try SourceFiles(below: "/no such folder", link: "") }
    #expect(error?.code == .file)
  }
}
#endif
