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

/// Fails the test that runs, at a line of its own, with whichever test framework the toolchain has.
///
/// Each framework ignores what comes while none of its tests runs, so that both can be told. A test of Swift Testing is
/// task-local: on a task that does not descend from one there may be no test at all, and the message is printed too.
func fail(_ message: String, at site: CallSite) {
  #if canImport(Testing)
  let location = SourceLocation(
    fileID: "\(site.fileID)",
    filePath: "\(site.filePath)",
    line: Int(site.line),
    column: Int(site.column)
  )
  Issue.record(Comment(rawValue: message), sourceLocation: location)
  if Test.current != nil { return }
  #endif
  #if canImport(XCTest)
  XCTFail(message, file: site.filePath, line: site.line)
  #endif
  FileHandle.standardError.write(Data("\(site.description): \(message)\n".utf8))
}
