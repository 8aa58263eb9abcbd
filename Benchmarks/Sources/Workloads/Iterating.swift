import Airwave

/// A burst of values from one producer to iterating tasks. The time is measured from the first value until all tasks
/// have heard the last value.
func iterating(values: Int, consumers: Int) -> [Entry] {
  [
    Entry(
      .reference,
      .asynchronous { repetitions in
        for _ in 0..<repetitions { await asyncStreams(values, listeners: consumers) }
      }
    ),
    Entry(
      .airwave,
      .asynchronous { repetitions in
        for _ in 0..<repetitions { await receiverValues(values, consumers: consumers) }
      }
    ),
  ]
}

/// A sequence for each consumer.
private func receiverValues(_ count: Int, consumers: Int) async {
  await withTaskGroup(of: Void.self) { group in
    let (transmitter, receiver) = Receiver<Int>.make()
    for _ in 0..<consumers {
      let values = receiver.values
      group.addTask { await Workloads.count(values) }
    }
    for value in 0..<count { transmitter.broadcast(value) }
    transmitter.finish()
  }
}
