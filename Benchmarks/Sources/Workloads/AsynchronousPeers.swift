import AsyncAlgorithms

/// One value to a number of listeners that are tasks. The time is measured from the first value until all tasks have
/// heard the last value.
func asynchronousPeers(listeners: Int) -> [Entry] {
  var entries = [
    Entry(.asyncStream, .asynchronous { await asyncStreams($0, listeners: listeners) }),
    Entry(.share, .asynchronous { await share($0, listeners: listeners) }),
  ]
  // A channel hands each value to one listener only.
  if listeners == 1 { entries.append(Entry(.asyncChannel, .asynchronous { await asyncChannel($0) })) }
  return entries
}

/// A stream for each listener, because a stream has one consumer.
func asyncStreams(_ repetitions: Int, listeners: Int) async {
  await withTaskGroup(of: Void.self) { group in
    let ends = (0..<listeners).map { _ in AsyncStream<Int>.makeStream() }
    for end in ends { group.addTask { await count(end.stream) } }
    for value in 0..<repetitions {
      for end in ends { end.continuation.yield(value) }
    }
    for end in ends { end.continuation.finish() }
  }
}

private func share(_ repetitions: Int, listeners: Int) async {
  await withTaskGroup(of: Void.self) { group in
    let end = AsyncStream<Int>.makeStream()
    let shared = end.stream.share()
    for _ in 0..<listeners { group.addTask { await count(shared) } }
    for value in 0..<repetitions { end.continuation.yield(value) }
    end.continuation.finish()
  }
}

private func asyncChannel(_ repetitions: Int) async {
  await withTaskGroup(of: Void.self) { group in
    let channel = AsyncChannel<Int>()
    group.addTask { await count(channel) }
    for value in 0..<repetitions { await channel.send(value) }
    channel.finish()
  }
}

func count<Values: AsyncSequence>(_ values: Values) async where Values.Element == Int {
  let counter = Counter()
  do {
    for try await value in values { counter.add(value) }
  } catch {
    fatalError("\(Values.self) does not fail")
  }
}
