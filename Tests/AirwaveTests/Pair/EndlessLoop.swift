import Airwave
import TestSupport

/// Programs in which each value is sent from inside of the one before.
enum EndlessLoop: String, CaseIterable, Codable, Sendable {
  case oppositeBinds, variable, map, merge, pairs, owner, mainActorless

  /// Runs the program until a number of values have been sent from inside of the one before.
  func run(upTo count: Int) {
    let (transmitter, receiver) = Receiver<Int>.make()
    switch self {
    case .oppositeBinds:
      let (a, b, sent, bag) = (Variable(0), Variable(0), Tally(), DisposeBag())
      a.receiver.listen { _ in
        sent.add(2)
        if sent.count >= count { bag.dispose() }
      }
      a.receiver.bind(to: b).disposed(by: bag)
      // The first value is sent inside of this call, because a variable replays.
      b.receiver.bind(to: a).disposed(by: bag)
    case .variable:
      let (variable, sent) = (Variable(0), Tally())
      variable.receiver.listen { value in
        sent.add()
        if sent.count < count { variable.value = value }
      }
    case .map:
      receiver.map { $0 }.listen { if $0 < count { transmitter.broadcast($0 + 1) } }
      transmitter.broadcast(1)
    case .merge:
      receiver.merge(with: .never).listen { if $0 < count { transmitter.broadcast($0 + 1) } }
      transmitter.broadcast(1)
    case .pairs:
      let (back, answers) = Receiver<Int>.make()
      receiver.listen { if $0 < count { back.broadcast($0 + 1) } }
      answers.listen { if $0 < count { transmitter.broadcast($0 + 1) } }
      transmitter.broadcast(1)
    case .owner:
      let owner = Witness()
      receiver.listen(with: owner) { if $1 < count { transmitter.broadcast($1 + 1) } }
      withExtendedLifetime(owner) { transmitter.broadcast(1) }
    case .mainActorless:
      receiver.listen { _ in }
      receiver.listen { if $0 < count { transmitter.broadcast($0 + 1) } }
      receiver.listen { _ in }
      transmitter.broadcast(1)
    }
  }
}
