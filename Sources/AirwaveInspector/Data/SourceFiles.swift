#if Inspector
import Foundation

/// Where the files of the program are, so that a place on the page can be a link that opens the editor.
///
/// A place has the name of a module and of a file, and no directories: `#fileID` has no more. A module has one file of
/// a name. So the file is the one in a folder with the name of the module, or else the only one of that name.
struct SourceFiles: Sendable {
  /// The URL of a place, with `{path}` and `{line}`.
  let link: String
  /// The folders that have a file of a name.
  private var folders: [String: [String]] = [:]

  /// Reads the names of the Swift files below a folder, without hidden folders such as `.build`.
  ///
  /// - Throws: An error that says that the folder cannot be read.
  init(below root: String, link: String) throws(InspectorError) {
    self.link = link
    let url = URL(fileURLWithPath: root, isDirectory: true).standardizedFileURL
    guard FileManager.default.isReadableFile(atPath: url.path),
      let files = FileManager.default.enumerator(
        at: url,
        includingPropertiesForKeys: nil,
        options: [.skipsHiddenFiles, .skipsPackageDescendants]
      )
    else { throw .noSuchSources(root) }
    for case let file as URL in files where file.pathExtension == "swift" {
      folders[file.lastPathComponent, default: []].append(file.deletingLastPathComponent().path)
    }
  }

  /// The path of a file, percent-encoded.
  ///
  /// - Parameter fileID: The module and the file, as `#fileID` has them.
  /// - Returns: Nil if there is no such file, or if it is not known which it is.
  func path(of fileID: String) -> String? {
    let parts = fileID.split(separator: "/")
    guard let module = parts.first, let name = parts.last, let all = folders[String(name)] else { return nil }
    let ofModule = all.filter { $0.split(separator: "/").contains(module) }
    guard let folder = ofModule.isEmpty ? all.only : ofModule.only else { return nil }
    return (folder + "/" + name).addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
  }

  /// What the page needs for some places.
  func object(for fileIDs: Set<String>) -> JSONObject {
    let paths = fileIDs.sorted().compactMap { file -> JSONObject? in path(of: file).map { ["file": file, "path": $0] } }
    return ["link": link, "paths": paths]
  }
}

extension Array {
  /// The element, if there is exactly one.
  fileprivate var only: Element? { count == 1 ? self[0] : nil }
}
#endif
