import Airwave
import AirwaveFoundation
import Foundation
import TestSupport
import Testing

extension Notification.Name {
  static let bell = Notification.Name("bell")
  static let level = Notification.Name("level")
}

@Suite("NotificationCenter.receiver(for:object:)")
struct NotificationReceiverTests {
  let center = NotificationCenter()

  @Test("hears notifications with its name while it listens, and no others")
  func hears() {
    let heard = Heard<String>()
    center.post(name: .bell, object: nil)
    let listening = center.receiver(for: .bell).listen { heard.append("bell") }
    center.post(name: .bell, object: nil)
    center.post(name: .level, object: nil)
    center.post(name: .bell, object: center, userInfo: ["a": 1])
    listening.dispose()
    center.post(name: .bell, object: nil)

    #expect(heard.values == ["bell", "bell"])
  }

  @Test("has one observer while there are listeners, and none otherwise")
  func observers() {
    // Each observer of the center calls the closure once for a notification.
    let (asked, heard) = (Heard<Int>(), Heard<Int>())
    let receiver = center.receiver(for: .bell) { _ in
      asked.append(1)
      return 0
    }
    let observerCount = { [center] in
      let before = asked.values.count
      center.post(name: .bell, object: nil)
      return asked.values.count - before
    }
    var counts = [observerCount()]
    for _ in 1...2 {
      let first = receiver.listen { heard.append($0 + 1) }
      counts.append(observerCount())
      let second = receiver.map { $0 + 2 }.listen { heard.append($0) }
      counts.append(observerCount())
      first.dispose()
      counts.append(observerCount())
      second.dispose()
      second.dispose()
      counts.append(observerCount())
    }

    #expect(counts == [0, 1, 1, 1, 0, 1, 1, 1, 0])
    #expect(heard.values == [1, 1, 2, 2, 1, 1, 2, 2])
  }

  @Test("the last listener that is done, from inside, removes the observer")
  func done() {
    let (asked, heard) = (Heard<Int>(), Heard<Int>())
    let receiver = center.receiver(for: .bell) { _ in
      asked.append(1)
      return 1
    }
    receiver.take(count: 2).listen { heard.append($0) }
    for _ in 1...4 { center.post(name: .bell, object: nil) }

    #expect(heard.values == [1, 1])
    #expect(asked.values == [1, 1])
  }

  @Test("counts the listeners, and reading the replay adds no observer")
  func looking() {
    let asked = Heard<Int>()
    let receiver = center.receiver(for: .bell) { _ in
      asked.append(1)
      return 1
    }
    #expect(receiver.replayed.isEmpty)
    center.post(name: .bell, object: nil)
    #expect(asked.values == [])
    let listening = [receiver.listen { _ in }, receiver.listen { _ in }]
    #expect(receiver.listenerCount == 2)
    listening.forEach { $0.dispose() }
    #expect(receiver.listenerCount == 0)
  }

  @Test("hears one poster if asked to, of whichever class, and holds it weakly")
  func poster() {
    let heard = Heard<Int>()
    let (plain, other) = (Witness(), Witness())
    let gone = Heard<Int>()
    var leaving: Witness? = Witness { gone.append(1) }
    center.receiver(for: .bell, object: plain).listen { heard.append(1) }
    center.receiver(for: .bell, object: center).listen { heard.append(2) }
    center.receiver(for: .bell, object: leaving).listen { heard.append(3) }
    for object in [plain, other, center, nil] as [AnyObject?] { center.post(name: .bell, object: object) }
    center.post(name: .bell, object: leaving)
    #expect(heard.values == [1, 2, 3])

    leaving = nil
    #expect(gone.values == [1])
    center.post(name: .bell, object: nil)
    #expect(heard.values == [1, 2, 3])
  }

  @Test("makes values of notifications, and skips notifications without a value")
  func transform() {
    let (heard, calls) = (Heard<Int>(), Heard<Int>())
    let receiver = center.receiver(for: .level) { notification in
      calls.append(1)
      return notification.userInfo?["level"] as? Int
    }
    for _ in 1...2 { receiver.listen { heard.append($0) } }
    for info in [["level": 1], ["level": "high"], nil, ["level": 4]] as [[String: Any]?] {
      center.post(name: .level, object: nil, userInfo: info)
    }

    #expect(heard.values == [1, 1, 4, 4])
    #expect(calls.values.count == 4)
  }

  @Test("what a listener posts is heard behind the present notification")
  func reentrant() {
    let heard = Heard<Int>()
    let receiver = center.receiver(for: .level) { $0.userInfo?["level"] as? Int }
    receiver.listen { [center] level in
      heard.append(level)
      if level < 4 { center.post(name: .level, object: nil, userInfo: ["level": level + 1]) }
      heard.append(-level)
    }
    receiver.listen { heard.append($0 * 10) }
    center.post(name: .level, object: nil, userInfo: ["level": 1])

    #expect(heard.values == [1, -1, 10, 2, -2, 20, 3, -3, 30, 4, -4, 40])
  }

  @Test("replays behind share(strategy:) while there is a listener")
  func shared() {
    let heard = Heard<Int>()
    let receiver = center.receiver(for: .level) { $0.userInfo?["level"] as? Int }.share(strategy: .warm(upTo: 1))
    let first = receiver.listen { _ in }
    center.post(name: .level, object: nil, userInfo: ["level": 7])
    let second = receiver.listen { heard.append($0) }
    [first, second].forEach { $0.dispose() }
    receiver.listen { heard.append($0) }.dispose()

    #expect(heard.values == [7])
  }

  @Test("neither receiver nor listener keeps the center, and its end is theirs")
  func centerGone() {
    let heard = Heard<String>()
    var center: NotificationCenter? = NotificationCenter()
    let observed = { [weak center] in center }
    let receiver = center?.receiver(for: .bell)
    let captured = Witness { heard.append("released") }
    receiver?.listen {
      withExtendedLifetime(captured) { heard.append("bell") }
    } onFinish: {
      heard.append("end")
    }
    center?.post(name: .bell, object: nil)
    center = nil

    #expect(observed() == nil)
    #expect(heard.values == ["bell", "end"])
    #expect(receiver?.listenerCount == 0)
    receiver?.listen {
    } onFinish: {
      heard.append("late end")
    }
    #expect(heard.values == ["bell", "end", "late end"])
  }

  @Test("releases a listener that is disposed of, though the center stays")
  func releases() {
    let gone = Heard<Int>()
    do {
      let witness = Witness { gone.append(1) }
      let receiver = center.receiver(for: .bell) { _ in withExtendedLifetime(witness) { 1 } }
      let listening = receiver.listen { _ in withExtendedLifetime(witness) {} }
      center.post(name: .bell, object: nil)
      listening.dispose()
    }
    #expect(gone.values == [1])
  }

  @Test("a listener on the main actor has heard what is posted there when the post returns")
  @MainActor func mainActor() {
    var count = 0
    let listening = center.receiver(for: .bell).listen { count += 1 }
    center.post(name: .bell, object: nil)
    #expect(count == 1)
    listening.dispose()
  }
}
