import Airwave

/// One thread makes listeners behind operators that make a channel for each, and another ends them.
///
/// The pauses between the ends have all lengths up to that of a joining, so that an end meets each step of it.
func endsWhatJoins<Output>(
  _ crew: Crew,
  behind operators: @escaping @Sendable (Receiver<Object>, Receiver<Object>) -> Receiver<Output>
) {
  let (stop, stops) = Receiver<String>.make()
  let (left, lefts) = Receiver<Object>.make()
  let (right, rights) = Receiver<Object>.make()
  crew.work(
    { number in
      stop.broadcast(String(number: number))
      for copy in 0..<(number % 61) { String(number: copy).check() }
      if number.isMultiple(of: 64) {
        left.broadcast(Object(number: number))
        right.broadcast(Object(number: number))
      }
    },
    { number in
      let witness = Object(number: number)
      operators(lefts, rights).take(until: stops).listen { _ in witness.check() }
    }
  )
}
