import Airwave
import Foundation

/// One thread broadcasts to properties of objects that another makes and releases.
func binds(_ crew: Crew) {
  let (transmitter, receiver) = Receiver<String>.make(strategy: .warm(upTo: 1))
  crew.work(
    { transmitter.broadcast(String(number: $0)) },
    { number in
      let labels = (Label(number), Label(number))
      receiver.bind(to: \.text, on: labels.0)
      receiver.merge(with: receiver).bind(to: \.text, on: labels.1)
    }
  )
}

private final class Label: @unchecked Sendable {
  // Unchecked: one binding writes the property, for one value at a time, and nothing reads it.
  var text = ""
  private let witness: Counted

  init(_ number: Int) {
    witness = Counted(number)
  }
}

/// Two threads set two variables, and a third bonds them with another that it makes, reads all, and ends the bonds.
func bonds(_ crew: Crew) {
  let (left, right) = (Variable(Object(number: 0)), Variable(Object(number: 1)))
  crew.work(
    { left.value = Object(number: $0) },
    { number in
      right.withValue { value in
        value.check()
        value = Object(number: number)
      }
    },
    { number in
      let middle = Variable(Object(number: number))
      let bag = DisposeBag()
      left.bond(with: middle).disposed(by: bag)
      middle.bond(with: right).disposed(by: bag)
      for variable in [left, middle, right] { variable.value.check() }
    }
  )
}
