/// Whether the tests run all their rounds and cases: with optimization, or if the flag `THOROUGH` is set, as under the
/// thread sanitizer in the weekly run. Otherwise they run as few as find the mistake that each of them is for, so that
/// `swift test` is quick.
#if EMULATED || (DEBUG && !THOROUGH)
private let isThorough = false
#else
private let isThorough = true
#endif

/// The number of rounds of a test: all of them, or in a quick run those that suffice, by default a fifth. Under an
/// emulator, with `-DEMULATED`, it is at most a fiftieth.
package func rounds(_ count: Int, quick: Int? = nil) -> Int {
  if isThorough { return count }
  let suffices = quick ?? max(count / 5, 1)
  #if EMULATED
  return min(suffices, max(count / 50, 1))
  #else
  return suffices
  #endif
}

/// The size of what a test makes, such as the number of objects whose memory it measures: the whole one, or in a quick
/// run one that suffices.
package func size(_ count: Int, quick: Int) -> Int { isThorough ? count : quick }

/// The arguments of a test of two parameters: each combination of two lists, or in a quick run as many as have each
/// element of both.
package func cases<First, Second>(_ first: [First], _ second: [Second]) -> [(First, Second)] {
  if isThorough { return first.flatMap { element in second.map { (element, $0) } } }
  // If one count is a multiple of the other, each turn through the shorter list begins one element later than the
  // last, so that an element does not meet the same one each time.
  let count = max(first.count, second.count)
  let shorter = min(first.count, second.count)
  return (0..<count).map { index in
    let shifted = (index + index / shorter) % shorter
    return first.count < second.count ? (first[shifted], second[index]) : (first[index], second[shifted])
  }
}
