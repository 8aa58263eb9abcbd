import Airwave
import AirwaveFoundation
import Foundation
import ObjectiveC
import Synchronization
import TestSupport
import Testing
import UIKit

@Suite("Key-value observation")
struct ObservationTests {
  /// An object that any thread may change.
  final class Download: NSObject, AssociationHolder, Sendable {
    let associations = Associations()
    private let stored = Mutex(0)
    let readCount = Tally()

    var fraction: Int {
      get {
        readCount.add(1)
        return stored.withLock { $0 }
      }
      set {
        stored.withLock { $0 = newValue }
        didChangeValue(for: \Download.fraction)
      }
    }

    var name: String? {
      get { nil }
      set { didChangeValue(for: \Download.name) }
    }
  }

  @Test("tells the present value first, and then each change, of this property alone")
  func values() {
    let (download, heard) = (Download(), Heard<Int>())
    download.fraction = 1
    let listening = download.receiver(for: \.fraction).listen { heard.append($0) }
    download.fraction = 2
    download.name = "other"
    download.fraction = 3
    listening.dispose()
    download.fraction = 4
    #expect(heard.values == [1, 2, 3])
  }

  @Test("a property that may be nil tells nil")
  func optional() {
    let (download, heard) = (Download(), Heard<String?>())
    download.receiver(for: \.name).listen { heard.append($0) }
    download.name = "ignored"
    #expect(heard.values == [nil, nil])
  }

  @Test("all listeners share an observer and its reads, and a later one hears the newest value first")
  func shared() {
    let (download, heard) = (Download(), Heard<String>())
    let fractions = download.receiver(for: \.fraction)
    let first = fractions.listen { heard.append("a\($0)") }
    download.fraction = 1
    let second = fractions.listen { heard.append("b\($0)") }
    download.fraction = 2
    #expect(heard.values == ["a0", "a1", "b1", "a2", "b2"])
    #expect(download.readCount.count == 3)
    // The observation, and its observer.
    #expect(download.associations.count == 2)
    first.dispose()
    second.dispose()
    #expect(download.associations.count == 0)
    download.fraction = 3
    fractions.listen { heard.append("c\($0)") }
    #expect(heard.values.last == "c3")
  }

  @Test("the object is not kept, and the receiver finishes with it")
  func gone() {
    let heard = Heard<String>()
    var download: Download? = Download()
    weak let weakDownload = download
    let fractions = download?.receiver(for: \.fraction)
    fractions?.listen {
      heard.append("\($0)")
    } onFinish: {
      heard.append("end")
    }
    download = nil
    #expect(weakDownload == nil)
    #expect(heard.values == ["0", "end"])
    fractions?.listen { _ in
    } onFinish: {
      heard.append("late end")
    }
    #expect(heard.values == ["0", "end", "late end"])
  }

  @Test("changes on several threads: the newest value is heard last")
  func threads() async {
    let (download, heard) = (Download(), Heard<Int>())
    download.receiver(for: \.fraction).listen { heard.append($0) }
    let lock = Mutex(0)
    await onThreads(2) { _ in
      for _ in 0..<rounds(1_000) {
        // As in an object with a lock of its own, the values grow, and observers are told outside of it.
        lock.withLock { $0 += 1 }
        download.fraction = lock.withLock { $0 }
      }
    }
    #expect(heard.values.last == download.fraction)
  }

  @MainActor @Test("a property of an object of the main actor is read there, and told at once")
  func mainActor() {
    let list = UIScrollView()
    var heard: [Double] = []
    let listening = list.receiver(for: \.contentOffset).listen { heard.append($0.y) }
    list.contentOffset.y = 44
    listening.dispose()
    list.contentOffset.y = 88
    #expect(heard == [0, 44])
    #expect(list.associations.count == 0)
  }

  @MainActor @Test("an object of the main actor is not kept, and its receiver finishes with it")
  func mainActorGone() {
    var list: UIScrollView? = UIScrollView()
    weak let weakList = list
    var isFinished = false
    list?.receiver(for: \.contentOffset).listen { _ in
    } onFinish: {
      isFinished = true
    }
    list = nil
    #expect(weakList == nil)
    #expect(isFinished)
  }
}
