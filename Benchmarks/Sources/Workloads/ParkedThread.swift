import Foundation

/// Starts a thread that sleeps for as long as the process lives.
///
/// In a process that never had a second thread, locks use no atomic instructions. An app always has several threads.
public func parkThread() {
  let started = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    started.signal()
    DispatchSemaphore(value: 0).wait()
  }
  started.wait()
}
