internal import Foundation
internal import Synchronization

#if canImport(Testing)
internal import Testing
#endif
#if canImport(XCTest)
internal import XCTest
#endif

/// Reports the failures of a test to the framework that runs it.
protocol Reporter: Sendable {
  /// Calls a function, and adds a note to its failures.
  ///
  /// - Returns: Whether it has failed.
  func watch(_ note: String, _ body: @Sendable () async throws -> Void) async throws -> Bool

  func fail(_ message: String)
}

#if canImport(Testing)
/// The present test of Swift Testing.
struct TestingReporter: Reporter {
  let test: Test
  let testCase: Test.Case?

  func watch(_ note: String, _ body: @Sendable () async throws -> Void) async throws -> Bool {
    let hasFailed = Flag()
    let handler = IssueHandlingTrait.compactMapIssues { issue in
      guard issue.isFailing else { return issue }
      hasFailed.set()
      var issue = issue
      issue.comments.append(Comment(rawValue: note))
      return issue
    }
    try await handler.provideScope(for: test, testCase: testCase) {
      do {
        try await body()
      } catch is ExpectationFailedError {
        // `#require` has recorded its issue.
      } catch {
        Issue.record(error)
      }
    }
    return hasFailed.isSet
  }

  func fail(_ message: String) { Issue.record(Comment(rawValue: message)) }
}

extension Issue {
  fileprivate var isFailing: Bool {
    #if compiler(>=6.3)
    isFailure
    #else
    true
    #endif
  }
}
#endif

/// The present test of XCTest, or a program without tests.
struct PlainReporter: Reporter {
  func watch(_ note: String, _ body: @Sendable () async throws -> Void) async throws -> Bool {
    let count = failureCount
    do {
      try await body()
      if failureCount == count { return false }
      fail(note)
      return true
    } catch {
      fail(note)
      throw error
    }
  }

  func fail(_ message: String) {
    // In a program that has only linked the framework, no assertion evaluates its message.
    let isReported = Flag()
    func report() -> String {
      isReported.set()
      return message
    }
    #if canImport(XCTest)
    XCTAssertTrue(false, report())
    #endif
    if !isReported.isSet { FileHandle.standardError.write(Data("EveryOrder: \(message)\n".utf8)) }
  }

  private var failureCount: Int {
    #if canImport(XCTest)
    FailureCounter.shared.count.load(ordering: .relaxed)
    #else
    0
    #endif
  }
}

#if canImport(XCTest)
/// Counts the failures of XCTest in this process, from the first use on.
private final class FailureCounter: NSObject, XCTestObservation {
  static let shared = {
    let counter = FailureCounter()
    XCTestObservationCenter.shared.addTestObserver(counter)
    return counter
  }()

  let count = Atomic(0)

  #if canImport(Darwin)
  func testCase(_: XCTestCase, didRecord _: XCTIssue) { count.add(1, ordering: .relaxed) }
  #else
  func testCase(_: XCTestCase, didFailWithDescription _: String, inFile _: String?, atLine _: Int) {
    count.add(1, ordering: .relaxed)
  }
  #endif
}

extension FailureCounter: @unchecked Sendable {}  // It has nothing but an atomic count.
#endif

private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
