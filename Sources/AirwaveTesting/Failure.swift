internal import Foundation

#if canImport(Testing)
internal import Testing
#endif
#if canImport(XCTest)
internal import XCTest
#endif

/// Where in a test something was asked for.
struct CallSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  var description: String { "\(fileID):\(line)" }
}

/// Shows the test of Swift Testing that runs what its receivers have sent: prints the text, and attaches the picture.
func show(_ diagram: MarbleDiagram, at site: CallSite) {
  #if canImport(Testing)
  guard Test.current != nil else { return }
  print(diagram.text)
  Attachment.record(Array(diagram.svg.utf8), named: "marbles.svg", sourceLocation: site.sourceLocation)
  #endif
}

/// Fails the test that runs, at a line of its own, with whichever test framework the toolchain has.
///
/// A test of Swift Testing is task-local. On a task that does not descend from one, Swift Testing counts the failure for the
/// run as a whole, if there is a run. There may be none, and then the message is printed.
func fail(_ message: String, at site: CallSite) {
  #if canImport(Testing)
  if Test.current != nil { return record(message, at: site) }
  #endif
  #if canImport(XCTest)
  if failTestCase(message, at: site) { return }
  #endif
  #if canImport(Testing)
  record(message, at: site)
  #endif
  #if canImport(Darwin)
  // What runs the tests of an Xcode project has this variable, and what runs the tests of a package has this name.
  let process = ProcessInfo.processInfo
  if process.environment["XCTestConfigurationFilePath"] != nil || process.processName == "xctest" { return }
  #endif
  FileHandle.standardError.write(Data("\(site.description): \(message)\n".utf8))
}

#if canImport(Testing)
extension CallSite {
  fileprivate var sourceLocation: SourceLocation {
    SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }
}

/// Records an issue of Swift Testing.
private func record(_ message: String, at site: CallSite) {
  Issue.record(Comment(rawValue: message), sourceLocation: site.sourceLocation)
}
#endif

#if canImport(XCTest)
/// Fails the test of XCTest that runs, if there is one.
///
/// - Returns: Whether XCTest is known to have reported the failure. On Darwin it does not tell.
private func failTestCase(_ message: String, at site: CallSite) -> Bool {
  #if canImport(Darwin)
  XCTFail(message, file: site.filePath, line: site.line)
  return false
  #else
  // Outside of a test XCTest does not evaluate the message of an assertion.
  var isReported = false
  func report() -> String {
    isReported = true
    return message
  }
  XCTAssertTrue(false, report(), file: site.filePath, line: site.line)
  return isReported
  #endif
}
#endif
