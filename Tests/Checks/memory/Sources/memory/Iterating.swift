import Airwave
import AirwaveTesting
import Foundation

/// One thread broadcasts to asynchronous sequences that another makes, and whose tasks it cancels.
func iterates(_ crew: Crew) {
  let (transmitter, receiver) = Receiver<Record>.make(strategy: .warm(upTo: 1))
  crew.work(
    { transmitter.broadcast(Record(number: $0)) },
    { number in
      let (all, newest) = (receiver.values, receiver.values(buffering: .newest(2)))
      let ended = DispatchGroup()
      let tasks = [all, all, newest].map { values in
        ended.enter()
        return Task {
          for await value in values { value.check() }
          ended.leave()
        }
      }
      usleep(100)
      for task in tasks { task.cancel() }
      ended.wait()
    }
  )
}

/// One thread broadcasts to listeners on an actor and on a queue, which another makes and ends.
func hops(_ crew: Crew) {
  let (transmitter, receiver) = Receiver<String>.make()
  let queue = DispatchQueue(label: "memory")
  crew.work(
    { number in
      for _ in 0..<16 { transmitter.broadcast(String(number: number)) }
      usleep(50)
    },
    { number in
      let (bag, keeper) = (DisposeBag(), Keeper(number))
      receiver.listen(with: keeper) { $0.keep($1) }.disposed(by: bag)
      receiver.receive(on: queue).listen { $0.check() }.disposed(by: bag)
      usleep(50)
    }
  )
}

private actor Keeper {
  private let witness: Counted
  private var kept = String(number: 0)

  init(_ number: Int) {
    witness = Counted(number)
  }

  func keep(_ text: String) {
    witness.check()
    kept.check()
    kept = text
  }
}

/// One thread broadcasts to recorders that another makes and reads.
func records(_ crew: Crew) {
  let (transmitter, receiver) = Receiver<Record>.make(strategy: .warm(upTo: 1))
  crew.work(
    { transmitter.broadcast(Record(number: $0)) },
    { _ in
      let recorder = receiver.record(allowingUnread: true)
      let read = DispatchSemaphore(value: 0)
      Task {
        if let values = try? await recorder.next(4, within: .milliseconds(1)) { for value in values { value.check() } }
        read.signal()
      }
      read.wait()
      recorder.values.last?.check()
    }
  )
}
