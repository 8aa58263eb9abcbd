import Airwave
import TestSupport

/// The ways in which a listener ends.
enum ListenerEnding: CaseIterable {
  case dispose, disposeInside, disposeByOther, bag, scoped, removeAll
  case finish, finishInside, lastTransmitter, lastTransmitterInside, listenAfterFinish
  case take, takeInReplay, takeWhile, takeNothing, throughOperators, ownerGone

  func listenAndEnd(_ ends: Ends, _ captured: @escaping @Sendable () -> Void) {
    let receiver = ends.receiver
    let token = Box<Disposable>()
    switch self {
    case .dispose:
      token.content = receiver.listen { _ in captured() }
      token.content?.dispose()
    case .disposeInside:
      token.content = receiver.listen { _ in
        captured(); token.content?.dispose()
      }
      ends.transmitter?.broadcast(1)
    case .disposeByOther:
      receiver.listen { _ in token.content?.dispose() }
      token.content = receiver.listen { _ in captured() }
      ends.transmitter?.broadcast(1)
    case .bag:
      let bag = DisposeBag()
      receiver.listen { _ in captured() }.disposed(by: bag)
    case .scoped:
      _ = receiver.listen { _ in captured() }.scoped()
    case .removeAll:
      receiver.listen { _ in captured() }
      ends.transmitter?.removeAllListeners()
    case .finish:
      receiver.listen { _ in
        captured()
      } onFinish: {
        captured()
      }
      ends.transmitter?.finish()
    case .finishInside:
      receiver.listen { [weak ends] _ in
        captured(); ends?.transmitter?.finish()
      }
      ends.transmitter?.broadcast(1)
    case .lastTransmitter:
      receiver.listen { _ in
        captured()
      } onFinish: {
        captured()
      }
      ends.transmitter = nil
    case .lastTransmitterInside:
      receiver.listen { [weak ends] _ in
        captured(); ends?.transmitter = nil
      }
      ends.transmitter?.broadcast(1)
    case .listenAfterFinish:
      ends.transmitter?.broadcast(1)
      ends.transmitter?.finish()
      receiver.listen { _ in
        captured()
      } onFinish: {
        captured()
      }
    case .take:
      receiver.take(count: 1).listen { _ in
        captured()
      } onFinish: {
        captured()
      }
      ends.transmitter?.broadcast(1)
    case .takeInReplay:
      ends.transmitter?.broadcast(1)
      receiver.take(count: 1).listen { _ in
        captured()
      } onFinish: {
        captured()
      }
      if receiver.latest == nil { ends.transmitter?.broadcast(2) }
    case .takeWhile:
      receiver.take { $0 < 2 }.listen { _ in
        captured()
      } onFinish: {
        captured()
      }
      (1...2).forEach { ends.transmitter?.broadcast($0) }
    case .takeNothing:
      receiver.take(count: 0).listen { _ in
        captured()
      } onFinish: {
        captured()
      }
    case .throughOperators:
      receiver.map {
        captured(); return $0
      }.skipRepeats {
        captured(); return $0 == $1
      }.listen { _ in }.dispose()
    case .ownerGone:
      do {
        let owner = Witness()
        receiver.listen(with: owner) { _, _ in captured() }
      }
      ends.transmitter?.broadcast(1)
    }
  }
}
