import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Recorder: each check fails when it should, and explains itself", .patient)
struct RecorderFailureTests {
  let clock = ManualClock()
  let transmitter: Transmitter<Int>
  let receiver: Receiver<Int>

  init() {
    (transmitter, receiver) = Receiver<Int>.make()
  }

  @Test("too few values when the time is up", arguments: 0...2)
  func timeIsUp(count: Int) async throws {
    let recorder = receiver.record()
    let waiting = Task { try await recorder.next(3, within: .seconds(2), clock: clock) }
    let line = #line - 1
    await clock.waitForSleepers(within: .patience)
    (0..<count).forEach(transmitter.broadcast)
    clock.advance(by: .seconds(2))

    let error = await #expect(throws: RecorderError.self) { try await waiting.value }
    #expect(error?.reason == .timeIsUp)
    #expect(
      error?.description == """
        Expected 3 values within 2.0 seconds, but got \(["none", "1 value: [0]", "2 values: [0, 1]"][count]). Broadcast \
        before the time is up, or allow more with 'within:'. What a clock paces waits until the clock is moved. \
        (AirwaveTestingTests/RecorderFailureTests.swift:\(line))
        """
    )
    // The error has shown the values, which count as read.
    recorder.expectNoValues()
  }

  @Test("no value when the time is up")
  func timeIsUpForOne() async throws {
    let recorder = receiver.record()
    let error = await #expect(throws: RecorderError.self) { try await recorder.next(within: .zero, clock: clock) }
    #expect(error?.description.hasPrefix("Expected 1 value within 0.0 seconds, but got none. ") == true)
  }

  @Test("too few values before the end, without waiting for the time to be up", arguments: [true, false])
  func finished(isWaiting: Bool) async throws {
    let recorder = receiver.record()
    transmitter.broadcast(1)
    if !isWaiting { transmitter.finish() }
    let waiting = Task { try await recorder.next(2, clock: clock) }
    let line = #line - 1
    if isWaiting {
      await clock.waitForSleepers(within: .patience)
      transmitter.finish()
    }

    let error = await #expect(throws: RecorderError.self) { try await waiting.value }
    #expect(error?.reason == .finished)
    #expect(
      error?.description == """
        Expected 2 values, but it finished after 1 value: [1]. Expect fewer, or keep the transmitter for as long as \
        values are to come. (AirwaveTestingTests/RecorderFailureTests.swift:\(line))
        """
    )
    recorder.expectNoValues()
  }

  @Test("no end when the time is up")
  func endless() async throws {
    let recorder = receiver.record(allowingUnread: true)
    transmitter.broadcast(1)
    let waiting = Task { try await recorder.finish(within: .seconds(1), clock: clock) }
    let line = #line - 1
    await clock.waitForSleepers(within: .patience)
    clock.advance(by: .seconds(1))

    let error = await #expect(throws: RecorderError.self) { try await waiting.value }
    #expect(error?.reason == .timeIsUp)
    #expect(
      error?.description == """
        Expected the end within 1.0 seconds, but it did not come. Call 'finish()' on the transmitter, or let go of its \
        last copy. (AirwaveTestingTests/RecorderFailureTests.swift:\(line))
        """
    )
    #expect(try await recorder.next() == 1)
  }

  @Test("with escapes in place of the controls in the description of a value")
  func controls() async {
    struct Red: CustomStringConvertible {
      let description = "\u{1B}[31mred\r"
    }
    let (transmitter, receiver) = Receiver<Red>.make()
    let recorder = receiver.record()
    transmitter.broadcast(Red())
    let error = await #expect(throws: RecorderError.self) { try await recorder.next(2, within: .milliseconds(1)) }

    #expect(error?.description.contains(#"1 value: [\u{1B}[31mred\r]"#) == true)
  }

  @Test(
    "values where none are expected, at that line, once",
    arguments: [(10, ""), (11, ", and 1 more"), (12, ", and 2 more")]
  )
  func values(count: Int, rest: String) async {
    let recorder = receiver.record()
    (1...count).forEach(transmitter.broadcast)
    let issues = await issues { recorder.expectNoValues() }
    let line = #line - 1
    recorder.expectNoValues()

    #expect(issues.map(\.line) == [line])
    #expect(
      issues.map(\.text) == [
        """
        Expected no values, but got \(count) values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10\(rest)]. If they are right, read \
        them first, with 'next()'.
        """
      ]
    )
  }

  @Test(
    "a value is shown in part if it is long, even where it is a single character",
    arguments: [
      (String(repeating: "a", count: 198), "\"" + String(repeating: "a", count: 198) + "\""),
      (String(repeating: "a", count: 199), "\"" + String(repeating: "a", count: 199) + "…"),
      ("e" + String(repeating: "\u{301}", count: 100_000), "\"e" + String(repeating: "\u{301}", count: 198) + "…"),
    ]
  )
  func long(value: String, shown: String) async {
    let (words, word) = Receiver<String>.make()
    let recorder = word.record()
    words.broadcast(value)
    let issues = await issues { recorder.expectNoValues() }

    #expect(
      issues.map(\.text) == [
        "Expected no values, but got 1 value: [\(shown)]. If they are right, read them first, with 'next()'."
      ]
    )
  }

  @Test("unread values, at the line of the recorder")
  func unread() async throws {
    let (words, word) = Receiver<String>.make()
    var recorder: Recorder<String>? = word.record()
    let line = #line - 1
    ["a", "b", "c"].forEach(words.broadcast)
    #expect(try await recorder?.next() == "a")
    let issues = await issues { recorder = nil }

    #expect(issues.map(\.line) == [line])
    #expect(
      issues.map(\.text) == [
        """
        Expected all values to be read, but the test did not look at 2 values: ["b", "c"]. Read them with 'next()' or \
        'values', check with 'expectNoValues()', or record with 'record(allowingUnread: true)'.
        """
      ]
    )
  }

  @Test("an end that the test did not look at, at the line of the recorder")
  func unseenEnd() async {
    var recorder: Recorder<Int>? = receiver.record()
    let line = #line - 1
    transmitter.broadcast(1)
    #expect(recorder?.values == [1])
    transmitter.finish()
    let issues = await issues { recorder = nil }

    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.text.hasPrefix("Expected the end to be looked at, but the test did not: ") == true)
  }

  @Test("an end where none is expected, at that line, once")
  func unexpectedEnd() async {
    let recorder = receiver.record()
    recorder.expectNotFinished()
    transmitter.finish()
    let issues = await issues { recorder.expectNotFinished() }
    let line = #line - 1

    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.text.hasPrefix("Expected no end yet, but the receiver has finished. ") == true)
  }

  @Test("unread values before an end that is waited for, unless they are allowed", arguments: [true, false])
  func unreadBeforeEnd(allowingUnread: Bool) async throws {
    let recorder = receiver.record()
    [1, 2].forEach(transmitter.broadcast)
    #expect(try await recorder.next() == 1)
    transmitter.finish()
    let issues = await issues { try? await recorder.finish(allowingUnread: allowingUnread) }

    let text = "Expected the end behind the values that were read, but got 1 value: [2] before it. "
    #expect(issues.count == (allowingUnread ? 0 : 1) && issues.allSatisfy { $0.text.hasPrefix(text) })
    #expect(recorder.values == [1, 2])
  }

  @Test("an end that was looked at together with the values is no failure", arguments: [true, false])
  func seenEnd(byValues: Bool) async {
    let recorder = receiver.record()
    transmitter.broadcast(1)
    transmitter.finish()
    if byValues {
      #expect(recorder.values == [1])
    } else {
      await #expect(throws: RecorderError.self) { try await recorder.next(2) }
    }
  }

  @Test("unread values are no failure if they are allowed, nor are read ones")
  func read() {
    for allowingUnread in [true, false] {
      let recorder = receiver.record(allowingUnread: allowingUnread)
      transmitter.broadcast(1)
      if !allowingUnread { #expect(recorder.values == [1]) }
    }
  }
}
