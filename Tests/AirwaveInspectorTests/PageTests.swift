#if Inspector
@testable import AirwaveInspector
import Foundation
import Testing

extension InspectorTests {
  @Suite("The page")
  struct PageTests {
    @Test("is a document and modules, for each of which the token is necessary")
    func modules() async throws {
      let token = "a%20secret%20%26%20of%20the%20test"
      try await inspecting(token: "a secret & of the test") { port, _ in
        let page = try await Client.request(port, "/?token=" + token)
        #expect(page.status == 200)
        #expect(page.text.contains("\"/page/state.js\":\"/page/state.js?token=\(token)\""))
        #expect(page.text.contains("src=\"/page/live.js?token=\(token)\""))
        #expect(!page.text.contains("{{"))
        let module = try await Client.request(port, "/page/state.js?token=" + token)
        #expect(module.head.contains("text/javascript"))
        #expect(try await Client.request(port, "/page/state.js").status == 401)
        #expect(try await Client.request(port, "/page/other.js?token=" + token).status == 404)
      }
    }

    @Test("opens a recording without the program")
    func recording() async throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "a\"<b>-\(UUID()).jsonl")
      defer { try? FileManager.default.removeItem(at: url) }
      try Data("{\"airwave\":1}\n".utf8).write(to: url)
      let page = try await RecordingPage(url.path(percentEncoded: false))
      let port = UInt16(try #require(URLComponents(string: page.address)?.port))
      #expect(try await Client.request(port, "/recording").text == "{\"airwave\":1}\n")
      #expect(try await Client.request(port, "/").text.contains("data-recording=\"a&quot;&lt;b>-"))
      let error = await #expect(throws: InspectorError.self) { try await RecordingPage("/no/such/file") }
      #expect(error?.code == .file)
      withExtendedLifetime(page) {}
    }
  }
}
#endif
