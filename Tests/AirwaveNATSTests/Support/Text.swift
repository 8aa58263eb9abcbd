#if NATS
@testable import AirwaveNATS

/// A text that is written as for the C client.
func written(upTo length: Int = MessageID.length, _ write: (inout Text) -> Void) -> String {
  withText(upTo: length) { text in
    write(&text)
    return text.pointer.map { String(cString: $0) } ?? ""
  }
}

/// An identity with a place, as a pair publishes it.
func written(_ id: MessageID, _ place: MessageID.Place) -> String { written { $0.append(id, place) } }

/// A generator of random numbers that a seed determines.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
#endif
