import Foundation

extension Figures {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let readme = package.appending(path: "README.md")

  /// Writes the results into the README of the benchmarks, and the charts beside it.
  func write() throws {
    let package = Self.package
    try chart.write(to: package.appending(path: "chart.svg"), atomically: true, encoding: .utf8)
    try summary.write(to: package.appending(path: "summary.svg"), atomically: true, encoding: .utf8)

    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    guard let heading = text.range(of: "\n## Results\n") else { throw CocoaError(.fileReadCorruptFile) }
    let results = text[..<heading.upperBound] + "\n\(Self.circumstances)\n\n![](chart.svg)\n\n\(report)\n"
    try results.write(to: Self.readme, atomically: true, encoding: .utf8)
  }

  /// The date of the figures, the machine, and the compiler.
  private static var circumstances: String {
    let date = Date.now.formatted(.iso8601.year().month().day())
    return "\(date), \(machine), \(toolchain), `-c release`."
  }

  private static var machine: String {
    let process = ProcessInfo.processInfo
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
    let name = model?.trimmingCharacters(in: .whitespaces) ?? "processor"
    return "\(process.processorCount) cores of \(name), \(process.operatingSystemVersionString)"
  }

  private static var toolchain: String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "--version"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil, let data = try? pipe.fileHandleForReading.readToEnd() else { return "swift" }
    let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.contains("Swift version") }
    return line?.split(separator: " (").first.map(String.init) ?? "swift"
  }
}
