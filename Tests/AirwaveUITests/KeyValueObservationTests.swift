#if canImport(UIKit) || canImport(AppKit)
import Airwave
import AirwaveFoundation
import Foundation
import ObjectiveC
import TestSupport
import Testing

/// Whether this is a platform of Apple, and not one that stands in for it, whose Foundation cannot be observed.
private let isApple: Bool = {
  #if canImport(Darwin)
  true
  #else
  false
  #endif
}()

@Suite("Key-value observation of Foundation's own objects", .enabled(if: isApple))
struct KeyValueObservationTests {
  @Test("tells the present value first, and then each change, until the listener leaves")
  func values() {
    let (progress, heard) = (Progress(totalUnitCount: 4), Heard<Double>())
    let listening = progress.receiver(for: \.fractionCompleted).listen { heard.append($0) }
    progress.completedUnitCount = 1
    progress.completedUnitCount = 2
    listening.dispose()
    progress.completedUnitCount = 3
    #expect(heard.values == [0, 0.25, 0.5])
  }

  @Test("an object is not kept, and its receiver finishes with it")
  func gone() {
    let heard = Heard<String>()
    var progress: Progress? = Progress(totalUnitCount: 4)
    progress?.receiver(for: \.fractionCompleted).listen {
      heard.append("\($0)")
    } onFinish: {
      heard.append("end")
    }
    progress = nil
    #expect(heard.values == ["0.0", "end"])
  }

  @Test("an operation of a queue tells its end, on whichever thread it runs")
  func operation() async {
    let operation = BlockOperation {}
    let finished = operation.receiver(for: \.isFinished)
    let queue = OperationQueue()
    async let end = finished.first { $0 }
    queue.addOperation(operation)
    #expect(await end == true)
  }
}
#endif
