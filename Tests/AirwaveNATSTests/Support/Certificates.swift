#if NATS
import Foundation

/// An authority, and certificates that it signs, made for one test.
final class Certificates: Sendable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "airwave-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try openssl(
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=Authority of a test"]
        + ["-keyout", path("authority.key"), "-out", authority]
    )
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  var authority: String { path("authority.pem") }

  /// Makes a certificate of a host, such as `IP:127.0.0.1`, and its key.
  func make(for host: String, days: Int = 1) throws -> (certificate: String, key: String) {
    let name = UUID().uuidString
    let (key, request, certificate) = (path("\(name).key"), path("\(name).csr"), path("\(name).pem"))
    try openssl(["req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=A test", "-keyout", key, "-out", request])
    let extensions = path("\(name).ext")
    try Data("subjectAltName=\(host)\n".utf8).write(to: URL(filePath: extensions))
    let signed = ["-CA", authority, "-CAkey", path("authority.key"), "-CAcreateserial", "-days", "\(days)"]
    try openssl(["x509", "-req", "-in", request, "-extfile", extensions, "-out", certificate] + signed)
    return (certificate, key)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Server.DidNotStart(description: "openssl \(arguments) failed.") }
  }
}
#endif
