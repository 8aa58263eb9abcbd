import Airwave
import TestSupport
import Testing

@Suite("Receiver.create: one connection at a time", .inTurn)
struct CreateTurnsTests {
  /// A source whose connections count how many of them exist at a time.
  final class Exclusive: Sendable {
    let (begun, live, overlaps) = (Tally(), Tally(), Tally())
    let ending = Box<@Sendable () -> Void>()

    var receiver: Receiver<Int> {
      .create { [self] transmitter in
        begun.add()
        if live.count > 0 { overlaps.add() }
        live.add(1)
        transmitter.broadcast(begun.count)
        return Disposable { [self] in
          withExtendedLifetime(transmitter) { ending.content?() }
          live.add(-1)
        }
      }
    }

    var counts: [Int] { [begun.count, live.count, overlaps.count] }
  }

  @Test("a listener that joins while another thread ends the connection gets the next one, in a task, after that")
  func joinsWhileAnotherLeaves() async {
    let source = Exclusive()
    let receiver = source.receiver
    let first = receiver.listen { _ in }
    let heard = Heard<[Int]>()
    let (early, second) = (Box<Bool>(), Box<Disposable>())
    source.ending.content = {
      source.ending.content = nil
      onAnotherThread {
        Local.$value.withValue(1) {
          receiver.listen { _ in }.dispose()
          second.content = receiver.listen { heard.append([$0, Local.value]) }
        }
        early.content = source.begun.count > 1
      }
    }
    first.dispose()
    await until { heard.values.count == 1 }
    second.content?.dispose()

    #expect(early.content == false)
    #expect(heard.values == [[2, 0]])
    #expect(source.counts == [2, 0, 0] && receiver.listenerCount == 0)
    receiver.listen { _ in }.dispose()
    #expect(source.counts == [3, 0, 0])
  }

  @Test("a listener that joins inside the end of the connection, or inside its closure, gets the next one after that")
  func joinsInside() {
    let source = Exclusive()
    let receiver = source.receiver
    let heard = Heard<Int>()
    source.ending.content = {
      source.ending.content = nil
      receiver.listen { _ in }.dispose()
      receiver.listen { heard.append($0) }
      heard.append(-source.begun.count)
    }
    receiver.listen { _ in }.dispose()
    #expect(heard.values == [-1, 2] && source.counts == [2, 1, 0])

    let token = Box<Disposable>()
    let other = Exclusive()
    let numbers = other.receiver
    token.content = numbers.take(count: 1).listen { _ in
    } onFinish: {
      numbers.listen { heard.append($0) }
    }
    #expect(heard.values == [-1, 2, 2] && other.counts == [2, 1, 0])
  }
}

private enum Local {
  @TaskLocal static var value = 0
}
