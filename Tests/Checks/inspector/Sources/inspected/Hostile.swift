import Airwave

/// Names and values that a page must show as text, and in bounded space.
@MainActor
final class Hostile {
  private let (transmitter, receiver) = Receiver<String>.make(
    name: "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
  )

  init() {
    receiver.listen { _ in }
  }

  func broadcast() {
    transmitter.broadcast("<script>document.title='owned'</script>")
    transmitter.broadcast("<img src=x onerror=\"document.title='owned'\">")
    transmitter.broadcast("\u{0}\u{1}\u{1B}[31mred\r\n\t\u{7F}\u{85}\u{2028}\u{202E}drawkcab")
    transmitter.broadcast("\"}]}</style></script>\\")
    transmitter.broadcast("a" + String(repeating: "\u{301}", count: 1_000_000))
    transmitter.broadcast(String(repeating: "x", count: 1_000_000))
    transmitter.broadcast("last")
  }
}
