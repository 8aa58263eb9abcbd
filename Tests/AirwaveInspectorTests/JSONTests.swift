#if Inspector
@testable import AirwaveInspector
import Foundation
import Testing

extension InspectorTests {
  @Suite("JSON")
  struct JSONTests {
    @Test("writes numbers, text, nothing, arrays and objects")
    func object() {
      let none: Int? = nil
      let empty: JSONObject = [:]
      var object: JSONObject = ["a": -1, "b": 0.5, "c": true, "d": none, "e": [1, 2], "f": [String](), "g": [empty]]
      object.add("h", none)
      object.add("i", "text")

      #expect(object.json == #"{"a":-1,"b":0.5,"c":true,"d":null,"e":[1,2],"f":[],"g":[{}],"i":"text"}"#)
    }

    @Test(
      "writes each text so that it is read again, on one line",
      arguments: ["", "plain", "\"\\/\n\r\t", "\0\u{1B}\u{7F}\u{85}\u{2028}\u{202E}", "é 👍 e\u{301}", "</script>"]
    )
    func text(text: String) throws {
      let json = JSONText.quoted(text)
      let read = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed) as? String

      #expect(read == text)
      #expect(json.split(whereSeparator: \.isNewline).count == 1)
    }
  }
}
#endif
