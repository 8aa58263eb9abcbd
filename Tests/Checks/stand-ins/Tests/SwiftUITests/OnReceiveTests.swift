import Airwave
import AirwaveUI
import SwiftUI
import TestSupport
import Testing

@MainActor
@Suite("View.onReceive")
struct OnReceiveTests {
  @MainActor final class Screen {
    let showsBanner = Variable(true)
    var heard: [String] = []
    let (transmitter, messages) = Receiver<String>.make(strategy: .warm(upTo: 1))
  }

  struct Banner: View {
    let screen: Screen
    @State private var message = "none"

    var body: some View {
      Text(message).onReceive(screen.messages) {
        message = $0
        screen.heard.append($0)
      }
    }
  }

  struct Content: View {
    let screen: Screen

    var body: some View {
      if screen.showsBanner.value { Banner(screen: screen) } else { Text("off") }
    }
  }

  @Test("hears what is replayed and what follows, at once, and updates the view")
  func hears() {
    let screen = Screen()
    screen.transmitter.broadcast("a")
    let host = Host(Content(screen: screen))
    #expect(host.texts == ["a"])
    screen.transmitter.broadcast("b")
    #expect(screen.heard == ["a", "b"])
    host.update()
    #expect(host.texts == ["b"])
  }

  @Test("does not listen while the view is off screen")
  func offScreen() {
    let screen = Screen()
    let host = Host(Content(screen: screen))
    #expect(screen.messages.listenerCount == 1)
    screen.showsBanner.value = false
    host.update()
    #expect(host.texts == ["off"])
    #expect(screen.messages.listenerCount == 0)
    screen.transmitter.broadcast("missed")
    screen.transmitter.broadcast("replayed")
    #expect(screen.heard == [])

    screen.showsBanner.value = true
    host.update()
    #expect(screen.heard == ["replayed"])
    #expect(host.texts == ["replayed"])
    host.close()
    #expect(screen.messages.listenerCount == 0)
  }

  @Test("does not listen while the view is covered, though its state is kept")
  func covered() {
    let screen = Screen()
    let host = Host(Content(screen: screen))
    screen.transmitter.broadcast("a")
    host.update()
    host.cover()
    #expect(screen.messages.listenerCount == 0)
    screen.transmitter.broadcast("b")
    host.update()
    #expect(host.texts == ["a"])
    host.uncover()
    #expect(screen.messages.listenerCount == 1)
    #expect(screen.heard == ["a", "b"])
    #expect(host.texts == ["b"])
  }

  @Test("ends with the state of the view if nothing says that it disappears")
  func released() {
    let screen = Screen()
    var host: Host? = Host(Content(screen: screen))
    #expect(screen.messages.listenerCount == 1)
    host = nil
    _ = host
    #expect(screen.messages.listenerCount == 0)
  }

  @Test("hears on the main actor what is broadcast elsewhere, in order")
  func elsewhere() async {
    let screen = Screen()
    let host = Host(Content(screen: screen))
    let transmitter = screen.transmitter
    await onThreads(1) { _ in
      for count in 1...100 { transmitter.broadcast("\(count)") }
    }
    await until { screen.heard.count == 100 }
    #expect(screen.heard == (1...100).map { "\($0)" })
    host.update()
    #expect(host.texts == ["100"])
  }

  @Test("calls the closure of the newest body")
  func newestClosure() {
    @MainActor final class Log {
      var lines: [String] = []
    }
    struct Tagged: View {
      let tag: String
      let ticks: Receiver<Void>
      let log: Log

      var body: some View {
        // A new receiver in each body.
        Text(tag).onReceive(ticks.map { 1 }) { log.lines.append("\(tag) \($0)") }
      }
    }
    struct Outer: View {
      let tag: Variable<String>
      let ticks: Receiver<Void>
      let log: Log
      var body: some View { Tagged(tag: tag.value, ticks: ticks, log: log) }
    }
    let (log, tag) = (Log(), Variable("a"))
    let (transmitter, ticks) = Receiver<Void>.make(strategy: .warm(upTo: 1))
    let host = Host(Outer(tag: tag, ticks: ticks, log: log))
    transmitter.broadcast(())
    tag.value = "b"
    host.update()
    transmitter.broadcast(())
    // It does not listen again, and so hears no replay a second time.
    #expect(log.lines == ["a 1", "b 1"])
    #expect(ticks.listenerCount == 1)
  }

  @Test("a helper of a view without isolation may call it, as it may call the one of a publisher")
  func helper() {
    struct Helped: View {
      let screen: Screen
      let messages: Receiver<String>

      nonisolated func listening(_ text: Text) -> some View {
        text.onReceive(messages) { screen.heard.append($0) }
      }

      var body: some View { listening(Text("a")) }
    }
    let screen = Screen()
    let host = Host(Helped(screen: screen, messages: screen.messages))
    screen.transmitter.broadcast("b")
    #expect(screen.heard == ["b"])
    host.close()
  }

  @Test("thousands of views come and go, and leave nothing")
  func manyViews() {
    let screen = Screen()
    let host = Host(Content(screen: screen))
    for _ in 0..<2_000 {
      screen.showsBanner.withValue { $0.toggle() }
      host.update()
    }
    #expect(screen.messages.listenerCount == 1)
    host.close()
    #expect(screen.messages.listenerCount == 0)
  }
}
