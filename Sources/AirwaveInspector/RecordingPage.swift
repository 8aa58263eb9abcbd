#if Inspector
import Foundation

/// The page on a recording, without the program that was recorded. It is served until it is released.
package final class RecordingPage: Sendable {
  /// The address of the page.
  package let address: String
  private let server: InspectorServer

  /// - Parameters:
  ///   - path: The file.
  ///   - port: The port, or 0 for one that the system chooses.
  /// - Throws: An ``InspectorError`` if the file cannot be read, or if the port is taken.
  package init(_ path: String, port: UInt16 = 0) async throws {
    let url = URL(filePath: path)
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw InspectorError(code: .file, description: "The file \(path) cannot be read.")
    }
    let recording = (url.lastPathComponent, data)
    server = InspectorServer(port: port, host: nil, token: nil, session: Session.shared, recording: recording)
    address = try await server.start()
  }
}
#endif
