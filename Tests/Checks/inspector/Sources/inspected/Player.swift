import Airwave

/// A music player: pairs of all kinds, and listeners of all kinds, among them a forgotten one.
@MainActor
final class Player {
  let (endings, ending) = Receiver<Int>.make(name: "ending")
  let (taps, tapped) = Receiver<Int>.make(name: "taps")
  let (keys, pressed) = Receiver<String>.make(strategy: .warm(upTo: 3), name: "keys")
  let (positions, position) = Receiver<Double>.make(strategy: .cold, name: "position")
  let (rows, row) = Receiver<Int>.make(name: "rows")
  let volume = Variable(5, name: "volume")
  private let log = Log()
  private var model: ScreenModel?
  private var bag: [Disposable] = []
  private var count = 0

  func listen() {
    tapped.filter { $0 > 0 }.map { $0 * 2 }.listen { [weak self] value in self?.count += value }
    // Never called: no tap is negative.
    tapped.filter { $0 < 0 }.listen { _ in }

    let model = ScreenModel()
    self.model = model
    volume.receiver.skipRepeats().listen(with: model) { model, volume in model.volume = volume }
    pressed.merge(with: tapped.map { "tap \($0)" }).skipRepeats().listen { _ in }
    position.combineLatest(volume.receiver).map { $0.0 * Double($0.1) }.listen { _ in }
    Task { [log, tapped] in await log.listen(to: tapped) }

    let seconds = position.map { Int($0) }.skipRepeats().share()
    bag.append(seconds.listen { _ in })
    bag.append(seconds.filter { $0.isMultiple(of: 10) }.listen(with: model) { model, second in model.second = second })

    for _ in 0...1_000 { bag.append(row.listen { _ in }) }
  }

  func play() {
    for tap in 1...5 { taps.broadcast(tap) }
    keys.broadcast("Space")
    keys.broadcast("ArrowUp")
    volume.value = volume.value == 5 ? 6 : 5
    for step in 0..<8 { positions.broadcast(Double(step) * 0.5) }
    rows.broadcast(1)
  }

  /// Releases the owner of a listener. The library ends the listener some seconds later.
  func forget() {
    let closed = ScreenModel()
    ending.listen(with: closed) { model, _ in model.isShown = false }
  }

  func finish() {
    endings.finish()
  }
}

@MainActor
final class ScreenModel {
  var volume = 0
  var second = 0
  var isShown = true
}

actor Log {
  private var taps: [Int] = []

  func listen(to receiver: Receiver<Int>) {
    receiver.withPrevious().listen { self.taps.append($0.current) }
  }
}
