#if os(Linux) || os(macOS)
extension AcceptedPrograms {
  static let clocks = [
    Program(
      "a clock that is injected, with every timed operator",
      """
      @MainActor final class Model {
        var text = ""

        init(_ texts: Receiver<String>, clock: any Clock<Duration>) {
          texts.debounce(for: .seconds(1), clock: clock).throttle(for: .seconds(1), latest: true, clock: clock)
            .delay(for: .seconds(1), clock: clock).skip(for: .seconds(1), clock: clock)
            .take(for: .seconds(60), clock: clock).listen(with: self) { $0.text = $1 }
          texts.collect(for: .seconds(1), clock: clock).merge(with: texts.collect(count: 2, for: .seconds(1), clock: clock))
            .listen(with: self) { $0.text = $1.joined() }
          texts.silence(for: .seconds(5), clock: clock).listen(with: self) { model, _ in model.text = "" }
          Receiver<Void>.timer(every: .seconds(1), clock: clock).listen(with: self) { model, _ in model.text += "." }
          _ = Receiver<String>.make(strategy: .warm(upTo: 1, for: .seconds(1), clock: clock))
        }
      }

      let clock: some Clock<Duration> = ContinuousClock()
      Receiver<Void>.timer(every: .seconds(1), clock: clock).listen { print("tick") }
      Receiver<Void>.timer(every: .seconds(1)).listen { print("tick") }
      Receiver.timer(every: .seconds(1), clock: ContinuousClock()).listen { print($0 < .now) }
      Receiver.timer(every: .seconds(1)).listen { (tick: ContinuousClock.Instant) in print(tick) }
      """
    )
  ]
}
#endif
