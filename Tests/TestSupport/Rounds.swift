/// The number of rounds of a stress test: a fifth of them in a debug build, so that `swift test` is quick.
///
/// `.ci/run` runs the stress tests with all rounds, too: with optimization, and under the thread sanitizer with
/// `-DTHOROUGH`.
package func rounds(_ count: Int) -> Int {
  #if DEBUG && !THOROUGH
  count / 5
  #else
  count
  #endif
}
