#if NATS
import Foundation

/// What the server answers to a publish.
enum Acknowledgment: Equatable {
  /// The message is stored.
  case stored(sequence: UInt64, isDuplicate: Bool)
  /// It is not.
  case refused(ServerError)
  /// No stream is there to store it: the server has answered nothing but the status 503.
  case noStream

  /// - Returns: Nil if the bytes are no answer of a stream.
  init?(_ bytes: UnsafeRawBufferPointer) {
    // Quotation marks within a string are escaped, so that these are names of members.
    if find("\"error\":", in: bytes) != nil {
      guard let error = ServerJSON.error(bytes) else { return nil }
      self = .refused(error)
    } else {
      guard let start = find("\"seq\":", in: bytes) else { return nil }
      var (sequence, position) = (UInt64(0), start)
      while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
      let first = position
      while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
        let (product, overflow) = sequence.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
        if overflow || carry { return nil }
        (sequence, position) = (sum, position + 1)
      }
      // The highest sequence has no next one.
      if position == first || sequence == .max { return nil }
      var isDuplicate = false
      if var position = find("\"duplicate\":", in: bytes) {
        while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
        isDuplicate = position < bytes.count && bytes[position] == UInt8(ascii: "t")
      }
      self = .stored(sequence: sequence, isDuplicate: isDuplicate)
    }
  }
}

/// The position behind the first occurrence of a text.
private func find(_ text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
  let length = text.utf8CodeUnitCount
  guard let start = bytes.baseAddress else { return nil }
  var position = 0
  while bytes.count - position >= length {
    let count = bytes.count - position - length + 1
    guard let found = memchr(start + position, Int32(text.utf8Start.pointee), count) else { return nil }
    position = UnsafeRawPointer(found) - start
    if memcmp(found, text.utf8Start, length) == 0 { return position + length }
    position += 1
  }
  return nil
}
#endif
