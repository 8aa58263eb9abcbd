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
    var (start, duplicate, isRefused) = (Int?.none, Int?.none, false)
    // Quotation marks within a string are escaped, so that these are names of members.
    forEachQuotationMark(in: bytes) { rest, position in
      if rest.begin("seq\":") {
        start = start ?? position + 5
      } else if rest.begin("duplicate\":") {
        duplicate = duplicate ?? position + 11
      } else if rest.begin("error\":") {
        isRefused = true
      }
    }
    if isRefused {
      guard let error = ServerJSON.error(bytes) else { return nil }
      self = .refused(error)
    } else {
      guard var position = start else { return nil }
      var sequence: UInt64 = 0
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
      if var position = duplicate {
        while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
        isDuplicate = position < bytes.count && bytes[position] == UInt8(ascii: "t")
      }
      self = .stored(sequence: sequence, isDuplicate: isDuplicate)
    }
  }
}

/// Calls a closure with the bytes behind each quotation mark, and with their position.
private func forEachQuotationMark(in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Int) -> Void) {
  guard let start = bytes.baseAddress else { return }
  var position = 0
  while let mark = memchr(start + position, Int32(UInt8(ascii: "\"")), bytes.count - position) {
    position = UnsafeRawPointer(mark) - start + 1
    body(UnsafeRawBufferPointer(rebasing: bytes[position...]), position)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes begin with a text.
  fileprivate func begin(_ text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount, let baseAddress, self[0] == text.utf8Start.pointee else { return false }
    return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}
#endif
