#if Inspector
import Airwave
import AirwaveFoundation
import AirwaveInspector
import Dispatch
import Foundation
import Testing

@Suite("Sources of Foundation, as the inspector shows them")
struct FoundationInspectionTests {
  /// The lines of the pairs of this file that have been made by a function.
  private func lines(of make: () -> Disposable) -> [UInt] {
    let known = Set(Inspection.pairs.map(\.id))
    let listening = make()
    defer { listening.dispose() }
    return Inspection.pairs.filter { !known.contains($0.id) && $0.fileID.description == #fileID }.map(\.line)
  }

  @Test("have the place of the call that made the receiver")
  func places() {
    let center = NotificationCenter()
    let name = Notification.Name("place")
    let receivers = [
      center.receiver(for: name).map { 0 },
      center.receiver(for: name) { _ in 1 },
      center.receiver(for: name, of: Int.self),
      DispatchSource.receiver { DispatchSource.makeTimerSource() }.map { Int($0) },
    ]
    let line = UInt(#line) - 6
    let found = receivers.map { receiver in lines { receiver.listen { _ in } } }

    #expect(found == (1...4).map { [line + $0] })
  }
}
#endif
