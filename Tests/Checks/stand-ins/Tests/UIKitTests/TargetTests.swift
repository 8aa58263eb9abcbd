import Airwave
import AirwaveUI
import Testing
import UIKit

@MainActor
@Suite("Receivers of gesture recognizers and bar button items")
struct TargetTests {
  @MainActor final class Former: NSObject {
    var count = 0
    func act() { count += 1 }
  }

  @Test("a gesture recognizer has a target from the first listener to the last")
  func gesture() {
    let tap = UITapGestureRecognizer()
    var heard: [UIGestureRecognizer.State] = []
    let listening = tap.receiver(of: \.state).listen { heard.append($0) }
    let other = tap.receiver().listen { heard.append(.failed) }
    #expect(tap.targetCount == 2)
    tap.recognize(.began)
    tap.recognize(.ended)
    listening.dispose()
    other.dispose()
    tap.recognize(.ended)
    #expect(heard == [.possible, .began, .failed, .ended, .failed])
    #expect(tap.targetCount == 0)
    #expect(tap.associations.count == 0)
  }

  @Test("a gesture recognizer is not kept, and its receiver finishes with it")
  func gestureGone() {
    var tap: UITapGestureRecognizer? = UITapGestureRecognizer()
    weak let weakTap = tap
    var isFinished = false
    tap?.receiver().listen {
    } onFinish: {
      isFinished = true
    }
    tap = nil
    #expect(weakTap == nil)
    #expect(isFinished)
  }

  @Test("a bar button item has its former target back after the last of all listeners")
  func barButtonItem() {
    let former = Former()
    let item = UIBarButtonItem(title: "Save", style: .plain, target: former, action: Selector(Former.act))
    let (one, two) = (item.receiver(), item.receiver())
    var heard: [Int] = []
    let first = one.listen { heard.append(1) }
    let second = two.listen { heard.append(2) }
    item.tap()
    first.dispose()
    item.tap()
    #expect(heard == [1, 2, 2])
    #expect(former.count == 0)

    second.dispose()
    item.tap()
    #expect(heard == [1, 2, 2])
    #expect(former.count == 1)
    #expect(item.associations.count == 0)
  }

  @Test("a target that was set meanwhile stays")
  func targetSetMeanwhile() {
    let (former, item) = (Former(), UIBarButtonItem())
    let listening = item.receiver().listen {}
    item.target = former
    item.action = Selector(Former.act)
    listening.dispose()
    item.tap()
    #expect(former.count == 1)
    #expect(item.associations.count == 0)
  }

  @Test("a bar button item is not kept, and its receiver finishes with it")
  func itemGone() {
    var item: UIBarButtonItem? = UIBarButtonItem()
    weak let weakItem = item
    var isFinished = false
    item?.receiver().listen {
    } onFinish: {
      isFinished = true
    }
    item = nil
    #expect(weakItem == nil)
    #expect(isFinished)
  }
}
