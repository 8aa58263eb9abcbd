/// The number of rounds of a stress test: a fifth of them in a debug build, so that `swift test` is quick.
///
/// `.ci/run` runs the stress tests with all rounds, too: with optimization, and under the thread sanitizer with
/// `-DTHOROUGH`. Under an emulator they run a fiftieth, with `-DEMULATED`.
package func rounds(_ count: Int) -> Int {
  #if EMULATED
  max(count / 50, 1)
  #elseif DEBUG && !THOROUGH
  count / 5
  #else
  count
  #endif
}
