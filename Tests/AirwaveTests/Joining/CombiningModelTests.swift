import Airwave
import TestSupport
import Testing

@Suite("Combining: the model")
struct CombiningModelTests {
  @Test("every listener hears what a plain model says, the end too", arguments: everyCombination)
  func model(combination: Combination) {
    for seed in 0..<rounds(400, quick: 60) {
      var schedule = Schedule(of: combination, seed: UInt64(seed))
      schedule.run()
    }
  }

  @Test("so does every form for a fixed number of receivers", arguments: everyForm)
  func forms(combination: Combination) {
    for seed in 0..<rounds(40, quick: 10) {
      var schedule = Schedule(of: combination, seed: UInt64(seed))
      schedule.run()
    }
  }
}
