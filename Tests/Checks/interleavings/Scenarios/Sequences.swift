import Airwave

nonisolated(unsafe) let sequences: [Scenario] = [
  Scenario("2, 10: a task hears the values of two threads") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), values = receiver.values
    Task.detached {
      for await box in values { heard.hear(box) }
      heard.end()
    }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { transmitter.broadcast(Box(11)) }
    run.finally("a value or the end is lost") {
      transmitter.finish()
      performBlocks()
      return heard.isMerge(of: [1, 2], [11]) && heard.ends == 1
    }
  },
  Scenario("10: a task hears the end beside the last value") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), values = receiver.values
    Task.detached {
      for await box in values { heard.hear(box) }
      heard.end()
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.finish() }
    run.finally("the end is lost") { heard.ends == 1 && heard.isTail(of: [1]) }
  },
  Scenario("7: a bounded buffer keeps the newest value") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), values = receiver.values(buffering: .newest(1))
    Task.detached {
      for await box in values { heard.hear(box) }
      heard.end()
    }
    run.thread {
      [1, 2].forEach { transmitter.broadcast(Box($0)) }
      transmitter.finish()
    }
    run.finally("the newest value or the end is lost") {
      heard.ends == 1 && heard.numbers.last == 2 && [[1, 2], [2]].contains(heard.numbers)
    }
  },
]

/// Performs the blocks and jobs that are scheduled.
@_silgen_name("checker_perform_blocks") func performBlocks()
