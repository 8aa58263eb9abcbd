import AsyncAlgorithms

/// One value to a number of listeners that are tasks. The time is measured from the first value until all tasks have
/// heard the last value.
///
/// A repetition sends `operations` values: on the main actor, and to listeners on the main actor, if `mainActor`.
func asynchronousPeers(
  listeners: Int,
  operations: Int = 1,
  mainActor: Bool = false,
  _ consumer: some Consumer = Numbers()
) -> [Entry] {
  let task = PeerTask(consumer: consumer, listeners: listeners, mainActor: mainActor)
  return [
    Entry(.asyncStream, operations: operations, .asynchronous { await task.asyncStreams($0 * operations) }),
    Entry(.asyncChannel, operations: operations, .asynchronous { await task.asyncChannels($0 * operations) }),
    Entry(.share, operations: operations, .asynchronous { await task.share($0 * operations) }),
  ]
}

/// Sends numbers to listeners that are tasks.
struct PeerTask<C: Consumer>: Sendable {
  let consumer: C
  let listeners: Int
  var mainActor = false

  /// A stream for each listener, because a stream has one consumer.
  func asyncStreams(_ repetitions: Int) async {
    await withTaskGroup(of: Void.self) { group in
      let ends = (0..<listeners).map { _ in AsyncStream<C.Value>.makeStream() }
      for end in ends { listen(to: end.stream, in: &group) }
      await sending {
        for number in 0..<repetitions {
          let value = consumer.value(number)
          for end in ends { end.continuation.yield(value) }
        }
        for end in ends { end.continuation.finish() }
      }
    }
  }

  /// A channel for each listener, because a channel hands each value to one listener only.
  func asyncChannels(_ repetitions: Int) async {
    await withTaskGroup(of: Void.self) { group in
      let channels = (0..<listeners).map { _ in AsyncChannel<C.Value>() }
      for channel in channels { listen(to: channel, in: &group) }
      await sending {
        for number in 0..<repetitions {
          let value = consumer.value(number)
          for channel in channels { await channel.send(value) }
        }
        for channel in channels { channel.finish() }
      }
    }
  }

  func share(_ repetitions: Int) async {
    await withTaskGroup(of: Void.self) { group in
      let end = AsyncStream<C.Value>.makeStream()
      let shared = end.stream.share()
      for _ in 0..<listeners { listen(to: shared, in: &group) }
      await sending {
        for number in 0..<repetitions { end.continuation.yield(consumer.value(number)) }
        end.continuation.finish()
      }
    }
  }

  private func listen<Values: AsyncSequence & Sendable>(to values: Values, in group: inout TaskGroup<Void>)
  where Values.Element == C.Value {
    if mainActor {
      group.addTask { await consumeOnMainActor(values) }
    } else {
      group.addTask { await consumer.consume(values) }
    }
  }

  @MainActor
  private func consumeOnMainActor<Values: AsyncSequence & Sendable>(_ values: Values) async
  where Values.Element == C.Value {
    await consumer.consume(values)
  }

  private func sending(_ send: @Sendable () async -> Void) async {
    if mainActor { await onMainActor(send) } else { await send() }
  }

  @MainActor
  private func onMainActor(_ send: @Sendable () async -> Void) async {
    await send()
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
