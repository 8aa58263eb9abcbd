/// Releases what listeners have captured, one object after the other.
///
/// Such a release may run a `deinit` that disposes of another listener, whose closure captures an object that does the
/// same, and so on. What is to be released from inside of a release on the same thread is therefore appended to a list
/// of the thread, and released when the present release has returned. So a chain of releases uses constant stack,
/// through any number of pairs, junctions and threads (Contract 9).
@usableFromInline
enum Releases {
  private static let slot = ThreadSlot()

  /// Releases an object: at once, or behind the present release of this thread. The caller holds no gate and no lock.
  @usableFromInline static func release(_ object: consuming AnyObject) {
    if let pending = slot.pointer {
      return pending.assumingMemoryBound(to: SegmentedQueue<AnyObject>.self).pointee.append(object)
    }
    var pending = SegmentedQueue<AnyObject>()
    var first: AnyObject? = consume object
    withUnsafeMutablePointer(to: &pending) { pending in
      slot.pointer = UnsafeMutableRawPointer(pending)
      _ = first.take()
      // The access to the queue ends before the object is released, which may append to the queue.
      while let next = pending.pointee.popFirst() { _ = consume next }
      slot.pointer = nil
    }
  }
}
