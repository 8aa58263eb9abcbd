import Foundation

/// Decides what follows a read or a write that has just failed. Waits until a non-blocking descriptor is ready.
///
/// A descriptor may be non-blocking because another process, which shares the open file, made it so.
///
/// - Parameters:
///   - event: `POLLIN` after a read, `POLLOUT` after a write.
///   - descriptor: The file descriptor.
/// - Returns: Whether the read or the write can be tried again.
func canRetry(_ event: Int32, _ descriptor: Int32) -> Bool {
  if errno == EINTR { return true }
  guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
  var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  // If a signal interrupts the wait, the next attempt fails, too, and waits again.
  poll(&waiting, 1, -1)
  return true
}
