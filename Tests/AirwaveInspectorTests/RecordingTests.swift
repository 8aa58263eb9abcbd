#if Inspector
import Airwave
@testable import AirwaveInspector
import AirwaveTesting
import FlyingSocks
import Foundation
import Synchronization
import TestSupport
import Testing

extension InspectorTests {
  @Suite("A recording")
  struct RecordingTests {
    private struct Point: Codable, Sendable { var x, y: Int }
    /// Encoded, unless it is nowhere.
    private struct Tap: Codable, Sendable, CustomStringConvertible {
      struct Nowhere: Error, CustomStringConvertible { let description = "a tap needs\na place" }

      let place: Int
      var description: String { "Tap(\(place))" }

      init(_ place: Int) { self.place = place }
      init(from decoder: any Decoder) throws { place = try decoder.singleValueContainer().decode(Int.self) }
      func encode(to encoder: any Encoder) throws {
        if place < 0 { throw Nowhere() }
        var container = encoder.singleValueContainer()
        try container.encode(place)
      }
    }

    private struct Price: Codable, Sendable { let amount: Decimal, weight: Double }
    private struct Opaque: Sendable, CustomStringConvertible { let description = "opaque \"text\"\n" }

    private static func file() -> String {
      FileManager.default.temporaryDirectory.appending(path: "airwave-\(UUID().uuidString).jsonl").path()
    }

    private static func lines(_ path: String) throws -> [[String: Any]] {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasSuffix("\n"))
      return try text.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }

    @Test("has each value with its time and thread, its text, and its JSON, and the ends of pairs")
    func lines() throws {
      let path = Self.file()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let (points, point) = Receiver<Point>.make(name: "recording.points")
      let line = #line - 1
      let (others, other) = Receiver<Opaque>.make(name: "recording.others")
      points.broadcast(Point(x: 0, y: 0))
      try Inspector.record(to: path)
      points.broadcast(Point(x: 1, y: 2))
      others.broadcast(Opaque())
      points.broadcast(Point(x: 3, y: 4))
      points.finish()
      Inspector.stopRecording()
      others.broadcast(Opaque())
      let all = try Self.lines(path)

      #expect(all[0]["airwave"] as? Int == 1)
      #expect(all[0]["started"] is String)
      let heads = all.filter { ($0["name"] as? String)?.hasPrefix("recording.") == true }
      #expect(heads.map { $0["type"] as? String } == ["Point", "Opaque"])
      #expect(heads[0]["file"] as? String == #fileID)
      #expect(heads[0]["line"] as? Int == line)
      let first = all.filter { $0["pair"] as? Int == heads[0]["pair"] as? Int && $0["at"] != nil }
      #expect(first.map { $0["number"] as? Int } == [1, 2, nil])
      #expect(first.map { ($0["json"] as? [String: Int])?["y"] } == [2, 4, nil])
      #expect(first[0]["text"] as? String == "Point(x: 1, y: 2)")
      #expect(first[0]["thread"] is String)
      #expect(first[2]["finish"] as? Bool == true)
      let second = all.filter { $0["pair"] as? Int == heads[1]["pair"] as? Int && $0["at"] != nil }
      #expect(second.map { $0["text"] as? String } == ["opaque \"text\"\n"])
      #expect(second[0]["json"] == nil)
      // What a test cannot play is told by name.
      #expect(heads.map { $0["textOnly"] as? Bool } == [nil, true])
      #expect(all.last?["end"] as? Bool == true)
      let times = all.compactMap { $0["at"] as? Double }
      #expect(times == times.sorted())
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(!Inspection.isRunning)
      withExtendedLifetime((point, other)) {}
    }

    @Test("is played again, with numbers that are not finite, and without the values that cannot be encoded")
    func played() throws {
      let path = Self.file()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let (doubles, double) = Receiver<Double>.make(name: "recording.doubles")
      let (taps, tap) = Receiver<Tap>.make(name: "recording.taps")
      let (prices, price) = Receiver<Price>.make(name: "recording.prices")
      try Inspector.record(to: path)
      [1, .nan, .infinity, -.infinity, 2].forEach(doubles.broadcast)
      [1, -1, -2, 3].map(Tap.init).forEach(taps.broadcast)
      for amount in [1, Decimal.nan, 3] { prices.broadcast(Price(amount: amount, weight: .nan)) }
      // The page is told while it records.
      let summary = try #require(Session.shared.state.withLock { $0.recorder }?.summary.json)
      Inspector.stopRecording()

      #expect(
        try Self.heard("recording.doubles", of: path) { (value: Double) in "\(value)" } == [
          "1.0", "nan", "inf", "-inf", "2.0",
        ]
      )
      #expect(try Self.heard("recording.taps", of: path) { (tap: Tap) in "\(tap)" } == ["Tap(1)", "Tap(3)"])
      #expect(
        try Self.heard("recording.prices", of: path) { (price: Price) in "\(price.amount) \(price.weight)" } == [
          "1 nan", "3 nan",
        ]
      )
      let reasons = ["a tap needs\\na place", "a tap needs\\na place"]
      let leftOut = try Recording(contentsOf: path, pair: "recording.taps").leftOut
      #expect(leftOut.map { $0.description.split(separator: "text only: ").last.map(String.init) } == reasons)
      let notEncoded = [
        #"{"pair":"recording.taps","values":2,"reason":"a tap needs\na place"}"#,
        #"{"pair":"recording.prices","values":1,"reason":"The encoder has written no JSON. A Decimal that is NaN has none."}"#,
      ]
      #expect(summary.contains("\"notEncoded\":[\(notEncoded.joined(separator: ","))]"), "\(summary)")
      #expect(try Self.lines(path).compactMap { $0["error"] as? String }.count == 3)
      withExtendedLifetime((double, tap, price)) {}
    }

    /// What a test hears that plays a pair of a recording.
    private static func heard<Value: Decodable & Sendable>(
      _ name: String,
      of path: String,
      _ text: @escaping @Sendable (Value) -> String
    ) throws -> [String] {
      let clock = ManualClock()
      let heard = Heard<String>()
      try Receiver<Value>.playing(Recording(contentsOf: path, pair: name), clock: clock).listen {
        heard.append(text($0))
      }
      clock.advance(by: .seconds(3_600))
      return heard.values
    }

    @Test("has each value of a flood")
    func flood() async throws {
      let path = Self.file()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let (transmitter, receiver) = Receiver<Int>.make(name: "recording.flood")
      try Inspector.record(to: path)
      for number in 1...20_000 { transmitter.broadcast(number) }
      Inspector.stopRecording()
      let all = try Self.lines(path)
      let id = all.first { $0["name"] as? String == "recording.flood" }?["pair"] as? Int
      #expect(all.filter { $0["pair"] as? Int == id }.compactMap { $0["json"] as? Int } == Array(1...20_000))
      withExtendedLifetime(receiver) {}
    }

    @Test("ends at its limit, and says so", arguments: [1, 300, 5_000])
    func limit(limit: Int) throws {
      let path = Self.file()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let (transmitter, receiver) = Receiver<String>.make(name: "recording.limit")
      try Inspector.record(to: path, limit: limit)
      for _ in 0..<100 { transmitter.broadcast(String(repeating: "x", count: 100)) }
      // What is not recorded is not described.
      let isRecording = Session.shared.isRecording.load(ordering: .relaxed)
      #expect(!isRecording)
      Inspector.stopRecording()
      let all = try Self.lines(path)
      #expect(all.last?["full"] as? Bool == true)
      #expect(all.filter { $0["full"] != nil }.count == 1)
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      #expect(try #require(size) <= max(limit, 64))
      withExtendedLifetime(receiver) {}
    }

    @Test("of the page can be downloaded when it is complete")
    func fromPage() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "recording.page")
        let client = try await Client.live(port).client
        try await client.say("{\"record\":true}")
        while (try await client.hear()["snapshot"] as? [String: Any])?["recording"] as? Bool != true {}
        transmitter.broadcast(7)
        #expect(try await Client.request(port, "/recording").status == 404)
        try await client.say("{\"record\":false}")
        while (try await client.hear()["snapshot"] as? [String: Any])?["recording"] as? Bool != false {}
        let answer = try await Client.request(port, "/recording")
        #expect(answer.status == 200)
        #expect(answer.head.contains("attachment"))
        #expect(answer.text.contains("\"text\":\"7\",\"json\":7"))
        withExtendedLifetime(receiver) {}
        try? client.socket.close()
      }
    }

    @Test("of the page that is full can be downloaded")
    func fullFromPage() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<String>.make(name: "recording.full")
        try Session.shared.record(to: nil, limit: 2_000)
        for _ in 0..<100 { transmitter.broadcast(String(repeating: "x", count: 100)) }
        let answer = try await Client.request(port, "/recording")
        #expect(answer.status == 200)
        #expect(answer.text.contains("\"full\":true"))
        Inspector.stopRecording()
        withExtendedLifetime(receiver) {}
      }
    }

    @Test("of the page ends with the inspector")
    func endsWithInspector() async throws {
      try await inspecting { port, inspector in
        let client = try await Client.live(port).client
        try await client.say("{\"record\":true}")
        while (try await client.hear()["snapshot"] as? [String: Any])?["recording"] as? Bool != true {}
        await inspector.stop()
        #expect(!Inspection.isRunning)
        #expect(Session.shared.state.withLock { $0.recorder == nil && $0.finished == nil })
        Inspector.stopRecording()
        try? client.socket.close()
      }
    }

    @Test("has no time before its beginning")
    func early() throws {
      let pair = Receiver<Int>.make(name: "recording.early")
      let record = try #require(Inspection.pairs.first { $0.name == "recording.early" })
      let recorder = try Recorder(path: nil, limit: 1_000)
      recorder.finish(record, at: Moment(nanoseconds: 0))
      let text = String(decoding: try #require(recorder.data), as: UTF8.self)
      #expect(text.contains("{\"at\":0.0,\"pair\":\(record.id),\"finish\":true}\n"))
      withExtendedLifetime(pair) {}
    }

    @Test("replaces a file by one that only its owner can read, and nothing else")
    func replaces() throws {
      let (path, link, pipe) = (Self.file(), Self.file(), Self.file())
      defer { for path in [path, link, pipe] { try? FileManager.default.removeItem(atPath: path) } }
      let old: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
      #expect(FileManager.default.createFile(atPath: path, contents: Data("old".utf8), attributes: old))
      try Inspector.record(to: path)
      Inspector.stopRecording()
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      let recorded = try Self.lines(path)
      #expect(recorded.first?["airwave"] as? Int == 1)

      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      try #require(mkfifo(pipe, 0o600) == 0)
      for other in [link, pipe] {
        let error = #expect(throws: InspectorError.self) { try Inspector.record(to: other) }
        #expect(error?.code == .file)
      }
      #expect(try Self.lines(path).count == recorded.count)
    }

    @Test("that is full is complete before the next one begins, also in the same file")
    func again() throws {
      let path = Self.file()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let (transmitter, receiver) = Receiver<String>.make(name: "recording.again")
      try Inspector.record(to: path, limit: 5_000)
      for _ in 0..<100 { transmitter.broadcast(String(repeating: "x", count: 100)) }
      try Inspector.record(to: path)
      transmitter.broadcast("next")
      Inspector.stopRecording()
      let all = try Self.lines(path).filter { $0["airwave"] != nil || ($0["text"] as? String)?.hasPrefix("x") == true }
      #expect(all.count == 1)
      withExtendedLifetime(receiver) {}
    }

    @Test("is refused beside another one, which goes on, and if its file cannot be written")
    func refusals() async throws {
      let path = Self.file()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let missing = #expect(throws: InspectorError.self) { try Inspector.record(to: "/no/such/folder/file") }
      #expect(missing?.code == .file)
      #expect(missing?.description.contains("/no/such/folder/file") == true)
      #expect(!Inspection.isRunning)
      try Inspector.record(to: path)
      await until { (try? Data(contentsOf: URL(filePath: path)))?.isEmpty == false }
      let second = #expect(throws: InspectorError.self) { try Inspector.record(to: path) }
      #expect(second?.code == .alreadyRecording)
      #expect(try Self.lines(path).first?["airwave"] as? Int == 1)
      Inspector.stopRecording()
      Inspector.stopRecording()
      try Inspector.record(to: path)
      Inspector.stopRecording()
      #expect(!Inspection.isRunning)
    }
  }
}
#endif
