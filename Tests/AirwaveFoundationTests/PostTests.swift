import Airwave
import AirwaveFoundation
import AirwaveTesting
import Foundation
import TestSupport
import Testing

@Suite("Receiver.post(as:object:to:fileID:line:)")
struct PostTests {
  let center = NotificationCenter()

  @Test("posts every value, beginning with the replay, until it is disposed of")
  func posts() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let heard = Heard<Int>()
    center.receiver(for: .level, of: Int.self).listen { heard.append($0) }
    transmitter.broadcast(1)
    let posting = receiver.post(as: .level, to: center)
    transmitter.broadcast(2)
    posting.dispose()
    transmitter.broadcast(3)

    #expect(heard.values == [1, 2])
    #expect(!transmitter.hasListeners)
  }

  @Test("the value is in the notification under its key, and the notification has no poster")
  func notification() {
    let (transmitter, receiver) = Receiver<String>.make()
    let heard = Heard<String>()
    let token = center.addObserver(forName: .level, object: nil, queue: nil) { notification in
      heard.append("\(notification.userInfo ?? [:]) \(notification.object == nil)")
    }
    receiver.post(as: .level, to: center)
    transmitter.broadcast("high")
    center.removeObserver(token)

    #expect(heard.values == [#"[AnyHashable("AirwaveValue"): "high"] true"#])
  }

  @Test("an object posts as long as it lives, and is not kept alive")
  func object() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, gone) = (Heard<Int>(), Heard<Int>())
    var poster: Witness? = Witness { gone.append(1) }
    let other = Witness()
    center.receiver(for: .level, of: Int.self, object: poster).listen { heard.append($0) }
    center.receiver(for: .level, of: Int.self, object: other).listen { heard.append($0 * 100) }
    if let poster { receiver.post(as: .level, object: poster, to: center) }
    transmitter.broadcast(1)
    poster = nil
    #expect(gone.values == [1])
    transmitter.broadcast(2)

    #expect(heard.values == [1])
    #expect(!transmitter.hasListeners)
  }

  @Test("passes over values of another type, and notifications that others post")
  func types() {
    let (numbers, number) = Receiver<Int>.make()
    let (texts, text) = Receiver<String>.make()
    let heard = Heard<Int>()
    center.receiver(for: .level, of: Int.self).listen { heard.append($0) }
    number.post(as: .level, to: center)
    text.post(as: .level, to: center)
    numbers.broadcast(1)
    texts.broadcast("2")
    center.post(name: .level, object: nil, userInfo: ["level": 3])

    #expect(heard.values == [1])
  }

  @Test("passes over what others post under the same key, for it need not be Sendable")
  func others() async {
    let (transmitter, receiver) = Receiver<any Sendable>.make()
    let heard = Heard<String>()
    let posted = center.receiver(for: .level, of: (any Sendable).self)
    posted.listen { heard.append("\($0)") }
    let later = Heard<Task<Void, Never>>()
    let (isPosted, posting) = AsyncStream<Never>.makeStream()
    let token = center.addObserver(forName: .level, object: nil, queue: nil) { [center] notification in
      guard notification.userInfo?[Notification.valueKey] as? Int == 1 else { return }
      // A task inherits task-local values.
      later.append(
        Task {
          for await _ in isPosted {}
          center.post(name: .level, object: nil, userInfo: [Notification.valueKey: 3])
        }
      )
      center.post(name: .bell, object: nil, userInfo: [Notification.valueKey: 4])
    }
    receiver.post(as: .level, to: center)
    center.post(name: .level, object: nil, userInfo: [Notification.valueKey: 2])
    transmitter.broadcast(1)
    posting.finish()
    for task in later.values { await task.value }
    center.removeObserver(token)

    #expect(heard.values == ["1"] && later.values.count == 1)
  }

  @Test("hears of optional values those that were posted, and nil only if it was")
  func optional() {
    let (transmitter, receiver) = Receiver<Int?>.make()
    let heard = Heard<Int?>()
    center.receiver(for: .level, of: Int?.self).listen { heard.append($0) }
    receiver.post(as: .level, to: center)
    transmitter.broadcast(1)
    center.post(name: .level, object: nil)
    center.post(name: .level, object: nil, userInfo: ["level": 2])
    transmitter.broadcast(nil)

    #expect(heard.values == [1, nil])
  }

  @Test("a tracker says where the posting was asked for", arguments: [true, false])
  func tracked(hasPoster: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (tracker, poster) = (ListenerTracker(), Witness())
    let line = #line + 1
    tracker.track { _ = receiver.post(as: .level, object: hasPoster ? poster : nil, to: center) }

    let listeners = withExtendedLifetime((transmitter, poster)) { tracker.liveListeners.map(\.description) }
    #expect(listeners == ["\(#fileID):\(line)"])
  }

  @Test("posts to the default center by default")
  func defaultCenter() {
    let name = Notification.Name("AirwaveFoundationTests.PostTests")
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    let listening = NotificationCenter.default.receiver(for: name, of: Int.self).listen { heard.append($0) }
    receiver.post(as: name)
    transmitter.broadcast(1)
    listening.dispose()

    #expect(heard.values == [1])
  }
}
