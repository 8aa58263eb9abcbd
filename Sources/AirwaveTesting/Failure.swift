internal import Foundation

#if canImport(Testing)
internal import Testing
#endif
#if canImport(XCTest)
internal import XCTest
#endif

/// The position of a call in the source of a test.
struct CallSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  var description: String { "\(fileID):\(line)" }
}

/// Prints the text of a diagram, and attaches its picture to the current test of Swift Testing. Does nothing outside of
/// such a test.
func show(_ diagram: MarbleDiagram, at site: CallSite) {
  #if canImport(Testing)
  guard Test.current != nil else { return }
  print(diagram.text)
  Attachment.record(Array(diagram.svg.utf8), named: "marbles.svg", sourceLocation: site.sourceLocation)
  #endif
}

/// Fails the current test at a line of the test, with the test framework that runs it: Swift Testing or XCTest.
///
/// The current test of Swift Testing is a task-local value. On a task that does not descend from a test, Swift Testing
/// records the failure for the run as a whole. If there is no run either, the message is printed on standard error.
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
  // The process that runs the tests of an Xcode project has this variable. The process that runs the tests of a package
  // has this name.
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
/// Fails the current test of XCTest, if there is one.
///
/// - Returns: Whether XCTest has certainly reported the failure. On Darwin this cannot be known, so the result is
///   `false`.
private func failTestCase(_ message: String, at site: CallSite) -> Bool {
  #if canImport(Darwin)
  XCTFail(message, file: site.filePath, line: site.line)
  return false
  #else
  // Outside of a test, XCTest does not evaluate the message of an assertion.
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
