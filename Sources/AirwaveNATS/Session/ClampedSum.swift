#if NATS
extension FixedWidthInteger {
  /// The sum, or the largest number if that is smaller. Foreign messages can claim any number of lost ones.
  func addingClamped(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
#endif
