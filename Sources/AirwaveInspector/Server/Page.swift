#if Inspector
import Foundation

/// The page: a document, and the modules of its script, made of the files in the folder `Page`.
enum Page {
  /// The modules by their paths. `page.html` names the first one, and the others name each other.
  private static let modules: [String: Data] = [
    "details": PackageResources.details_js, "graph": PackageResources.graph_js, "lanes": PackageResources.lanes_js,
    "layout": PackageResources.layout_js, "listeners": PackageResources.listeners_js,
    "live": PackageResources.live_js, "marbles": PackageResources.marbles_js,
    "problems": PackageResources.problems_js, "recording": PackageResources.recording_js,
    "state": PackageResources.state_js, "table": PackageResources.table_js, "text": PackageResources.text_js,
    "tree": PackageResources.tree_js, "values": PackageResources.values_js,
  ]
  .reduce(into: [:]) { $0["/page/\($1.key).js"] = Data($1.value) }

  private static let document = String(decoding: PackageResources.page_html, as: UTF8.self)
    .replacing("{{style}}", with: String(decoding: PackageResources.page_css, as: UTF8.self))

  /// The module at a path of the server, or nil.
  static func script(at path: String) -> Data? { modules[path] }

  /// The document. A module imports others by paths without the token, which an import map adds.
  ///
  /// - Parameters:
  ///   - nonce: What marks the elements that the policy of the page admits.
  ///   - token: The token that each request must have, or nil.
  ///   - recording: The name of the recording that the page opens. Nil for a program that runs.
  /// - Returns: The document as text.
  static func html(nonce: String, token: String?, recording: String?) -> String {
    let query = token.map { "?token=" + $0.escapedForQuery } ?? ""
    let imports = modules.keys.sorted().map { "\(JSONText.quoted($0)):\(JSONText.quoted($0 + query))" }
    return document.replacing("{{imports}}", with: "{\"imports\":{\(imports.joined(separator: ","))}}")
      .replacing("{{query}}", with: query)
      .replacing("{{nonce}}", with: nonce)
      .replacing("{{recording}}", with: (recording ?? "").escapedForHTML)
  }
}

extension String {
  /// The text as the value of an attribute.
  fileprivate var escapedForHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
#endif
