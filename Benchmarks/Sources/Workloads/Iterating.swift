import Airwave

/// A burst of values from one producer to iterating tasks. The time is measured from the first value until all tasks
/// have heard the last value.
///
/// AsyncChannel and `share()` are sent fewer values. They keep at most a few, so that the size of a burst does not
/// matter to them.
func iterating(values: Int, consumers: Int) -> [Entry] {
  let task = PeerTask(consumer: Numbers(), listeners: consumers)
  return [
    Entry(
      .asyncStream,
      .asynchronous { repetitions in
        for _ in 0..<repetitions { await task.asyncStreams(values) }
      }
    ),
    Entry(
      .airwave,
      .asynchronous { repetitions in
        for _ in 0..<repetitions { await receiverValues(values, consumers: consumers) }
      }
    ),
  ] + asynchronousPeers(listeners: consumers, operations: values / 10).filter { $0.contestant != .asyncStream }
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
