import Foundation

/// Starts a thread that sleeps for as long as the process lives.
///
/// A process that never had a second thread takes its locks without atomic instructions. No app is such a process.
public func parkThread() {
  let started = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    started.signal()
    DispatchSemaphore(value: 0).wait()
  }
  started.wait()
}
