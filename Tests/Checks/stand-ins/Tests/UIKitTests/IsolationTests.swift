import Airwave
import AirwaveUI
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Listeners of a control on other isolations")
struct IsolationTests {
  actor Log {
    let heard = Heard<String>()

    func follow(_ texts: Receiver<String?>) {
      texts.skipNil().listen { text in
        self.preconditionIsolated()
        self.heard.append(text)
      }
    }
  }

  @Test("an actor that listens hears all, in order")
  func actorListens() async {
    let (field, log) = (UITextField(), Log())
    field.text = "A"
    await log.follow(field.receiver(of: \.text))
    await until { field.allControlEvents == .editingChanged }
    for text in ["Ad", "Ada"] { field.type(text) }
    await until { log.heard.values.count == 3 }
    #expect(log.heard.values == ["A", "Ad", "Ada"])
  }

  @Test("a listener that joins and leaves on another thread leaves no action behind", arguments: [1, 100])
  func elsewhere(times: Int) async {
    let button = UIButton()
    let receiver = button.receiver(for: .touchUpInside)
    await onThreads(2) { _ in
      for _ in 0..<times { receiver.listen { @Sendable in }.dispose() }
    }
    // What was scheduled on the main actor is behind this.
    await Task { @MainActor in }.value
    await until { button.allControlEvents == [] }
    #expect(button.allControlEvents == [])
    #expect(receiver.listenerCount == 0)
  }

  @Test("a listener that ends before the main actor has begun to listen leaves no action behind")
  func endsFirst() async {
    let button = UIButton()
    let receiver = button.receiver(for: .touchUpInside)
    let listening = Box<Disposable>()
    onAnotherThread { listening.content = receiver.listen { @Sendable in } }
    listening.content?.dispose()
    await Task { @MainActor in }.value
    await Task.detached(priority: .background) {}.value
    #expect(button.allControlEvents == [])
  }

  @Test("a listener that joins on another thread hears the present value on the main actor")
  func presentElsewhere() async {
    let field = UITextField()
    field.text = "A"
    let texts = field.receiver(of: \.text)
    let heard = Heard<String?>()
    await onThreads(1) { _ in
      texts.listen { @Sendable in heard.append($0) }
    }
    await until { heard.values.count == 1 }
    field.type("B")
    #expect(heard.values == ["A", "B"])
  }
}
