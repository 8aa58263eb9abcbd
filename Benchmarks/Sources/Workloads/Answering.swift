import Airwave
import AsyncAlgorithms

/// One value to a task that waits for it, and from this task back to the first one, which waits for it.
func answering() -> [Entry] {
  [
    Entry(.asyncStream, .asynchronous(asyncStreamsAnswer)),
    Entry(.airwave, .asynchronous(receiverValuesAnswer)),
    Entry(.asyncChannel, .asynchronous(asyncChannelsAnswer)),
  ]
}

@concurrent
@Sendable
private func asyncStreamsAnswer(_ repetitions: Int) async {
  let (there, back) = (AsyncStream<Int>.makeStream(), AsyncStream<Int>.makeStream())
  async let answers: Void = answer(there.stream) { back.continuation.yield($0) }
  await ask(repetitions, of: back.stream) { there.continuation.yield($0) }
  there.continuation.finish()
  await answers
}

@concurrent
@Sendable
private func receiverValuesAnswer(_ repetitions: Int) async {
  let (there, back) = (Receiver<Int>.make(), Receiver<Int>.make())
  let (questions, answers) = (there.receiver.values, back.receiver.values)
  async let end: Void = answer(questions) { back.transmitter.broadcast($0) }
  await ask(repetitions, of: answers) { there.transmitter.broadcast($0) }
  there.transmitter.finish()
  await end
}

@concurrent
@Sendable
private func asyncChannelsAnswer(_ repetitions: Int) async {
  let (there, back) = (AsyncChannel<Int>(), AsyncChannel<Int>())
  async let answers: Void = answer(there) { await back.send($0) }
  await ask(repetitions, of: back) { await there.send($0) }
  there.finish()
  await answers
}

private func ask<Values: AsyncSequence<Int, Never>>(
  _ repetitions: Int,
  of answers: Values,
  send: (Int) async -> Void
) async {
  let counter = Counter()
  var iterator = answers.makeAsyncIterator()
  for value in 0..<repetitions {
    await send(value)
    counter.add(await iterator.next(isolation: nil) ?? 0)
  }
}

private func answer<Values: AsyncSequence<Int, Never>>(_ questions: Values, send: (Int) async -> Void) async {
  for await value in questions { await send(value) }
}
