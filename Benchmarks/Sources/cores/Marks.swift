import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Says to the trace where operations begin and end: by stores to words whose address is printed.
struct Marks: @unchecked Sendable {
  // Unchecked: one thread uses it.
  private let words = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 2)

  init() {
    withUnsafePointer(to: words) { stack in
      printNow("marks \(UInt(bitPattern: words)), stack \(UInt(bitPattern: stack))")
    }
  }

  /// Does an operation twice, and marks the second one: the first one also does what is done once.
  func mark(_ name: String, _ operation: () -> Void) {
    operation()
    begin(name)
    operation()
    end()
  }

  @inline(never)
  func begin(_ name: String) {
    printNow(name)
    words[0].store(1, ordering: .sequentiallyConsistent)
  }

  @inline(never)
  func end() {
    words[1].store(1, ordering: .sequentiallyConsistent)
  }

  private func printNow(_ line: String) {
    print(line)
    fflush(nil)
  }
}
