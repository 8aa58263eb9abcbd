import Foundation

extension Figures {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let readme = package.appending(path: "README.md")

  /// Writes the results, and the charts beside them.
  func write() throws {
    let package = Self.package
    try chart.write(to: package.appending(path: "chart.svg"), atomically: true, encoding: .utf8)
    try summary.write(to: package.appending(path: "summary.svg"), atomically: true, encoding: .utf8)

    let results = "# Results\n\n\(Self.circumstances)\n\n![](chart.svg)\n\n\(report)\n"
    try results.write(to: package.appending(path: "results.md"), atomically: true, encoding: .utf8)
  }

  /// The date of the figures, the commit, the machine, and the compiler.
  private static var circumstances: String {
    let date = Date.now.formatted(.iso8601.year().month().day())
    return "\(date), commit \(commit), \(machine), \(toolchain), `-c release`."
  }

  private static var commit: String {
    let hash = output(of: ["git", "-C", package.path, "rev-parse", "--short", "HEAD"])
    return hash?.trimmingCharacters(in: .newlines) ?? "unknown"
  }

  private static var machine: String {
    let process = ProcessInfo.processInfo
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
    let name = model?.trimmingCharacters(in: .whitespaces) ?? "processor"
    return "\(process.processorCount) cores of \(name), \(process.operatingSystemVersionString)"
  }

  private static var toolchain: String {
    let lines = output(of: ["swift", "--version"])?.split(separator: "\n")
    return lines?.first { $0.contains("Swift version") }?.split(separator: " (").first.map(String.init) ?? "swift"
  }

  private static func output(of command: [String]) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil, let data = try? pipe.fileHandleForReading.readToEnd() else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
