import Airwave
import AirwaveTesting
import Foundation
import TestSupport
import Testing

@Suite("Variable: Codable")
struct VariableCodableTests {
  struct Note: Codable {
    @Variable var text = "x"
  }

  @Test("store models that have variables")
  func bareValue() throws {
    let note = Note()
    #expect(try json(note) == #"{"text":"x"}"#)
    note.text = "y"
    #expect(try json(note) == #"{"text":"y"}"#)
    #expect(try model(Note.self, #"{"text":"z"}"#).text == "z")
    #expect(try json([Variable(1), Variable(2)]) == "[1,2]")
  }

  @Test("a class, nested models, arrays and a stored constant are stored the same way")
  func nested() throws {
    final class Notebook: Codable, Sendable {
      let title: Variable<String>
      let numbers: Variable<[Int]>
      let pages: Variable<[String: [Double]]>
    }

    let text = #"{"numbers":[1,2],"pages":{"a":[1.5]},"title":"t"}"#
    #expect(try json(model(Notebook.self, text)) == text)
  }

  @Test("a decoded model has no listeners of an earlier one")
  func noOldListeners() throws {
    let note = Note()
    let (old, fresh) = (note.$text.record(), Heard<String>())
    let copy = try model(Note.self, json(note))
    #expect(copy.$text.listenerCount == 0)
    copy.$text.listen { fresh.append($0) }
    copy.text = "y"

    #expect(old.values == ["x"] && note.text == "x")
    #expect(fresh.values == ["x", "y"])
  }

  struct Draft: Codable {
    @Variable var text: String?
    @Variable var count: Int?
  }

  @Test("an optional property that is empty is left out, as from any model, and read from null")
  func optional() throws {
    let draft = Draft()
    draft.count = 1
    let text = try json(draft)
    let copy = try model(Draft.self, text)
    #expect(text == #"{"count":1}"#)
    #expect(copy.text == nil && copy.count == 1)
    #expect(try json(Variable<Int?>()) == "null")
    #expect(try model(Draft.self, #"{"text":null,"count":2}"#).count == 2)
  }

  @Test("an optional value may be missing, as from any model")
  func missing() throws {
    #expect(throws: Never.self) {
      let draft = try model(Draft.self, #"{"count":2}"#)
      #expect(draft.text == nil && draft.count == 2)
    }
  }

  @Test("what a decoder cannot read is an error that names the place")
  func wrongType() {
    let error = #expect(throws: DecodingError.self) { try model(Note.self, #"{"text":1}"#) }
    guard case .typeMismatch(_, let context) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(context.codingPath.map(\.stringValue) == ["text"])
  }

  struct Plain: Codable {
    var date = Date(timeIntervalSince1970: 0)
    var link = URL(string: "https://a.b/c")
    var data = Data([1, 2, 3])
    var price = Decimal(string: "1.10")
  }

  struct Observed: Codable {
    @Variable var date = Date(timeIntervalSince1970: 0)
    @Variable var link = URL(string: "https://a.b/c")
    @Variable var data = Data([1, 2, 3])
    @Variable var price = Decimal(string: "1.10")
  }

  @Test("values that encoders treat in a way of their own are stored as without a variable")
  func strategies() throws {
    let text = try json(Plain())
    #expect(try json(Observed()) == text)
    #expect(throws: Never.self) {
      let copy = try model(Observed.self, text)
      #expect(copy.date == Plain().date && copy.link == Plain().link && copy.data == Plain().data)
    }
  }

  private func json(_ model: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(model), as: UTF8.self)
  }

  private func model<Model: Decodable>(_ type: Model.Type, _ text: String) throws -> Model {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(text.utf8))
  }
}
