#if Inspector
/// The page: one document, made of the files in the folder `Page`.
enum Page {
  private static let scripts = [
    PackageResources.state_js, PackageResources.layout_js, PackageResources.graph_js, PackageResources.marbles_js,
    PackageResources.values_js, PackageResources.table_js, PackageResources.live_js,
  ]

  private static let document = text(PackageResources.page_html)
    .replacing("{{style}}", with: text(PackageResources.page_css))
    .replacing("{{script}}", with: scripts.map(text).joined(separator: "\n"))

  static func html(nonce: String) -> String {
    document.replacing("{{nonce}}", with: nonce)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
#endif
