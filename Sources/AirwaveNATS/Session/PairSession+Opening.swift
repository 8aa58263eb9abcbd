#if NATS
import Airwave
import CNATS

extension PairSession {
  /// After which times to look whether the receiver has a listener: the first one, then more, up to the last one.
  private static let listeningIntervals = (first: 5 * Nanoseconds.millisecond, last: 100 * Nanoseconds.millisecond)

  /// Begins to read, and waits until everything is heard that the stream had when the session was made. If the task is
  /// cancelled before that, the session ends.
  ///
  /// - Throws: Why the session has ended before that.
  func open(by deadline: Nanoseconds) async throws(NATSError) {
    if ends.isHeard != nil {
      awaitListeners(Self.listeningIntervals.first)
    } else {
      handle(.begin)
      boundOpening(by: deadline, stream.start)
    }
    try await catchUp()
  }

  func catchUp() async throws(NATSError) {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReached = state.withLock { state in
          if state.isOpen || state.isOver { return true }
          state.opening = continuation
          return false
        }
        if isReached { continuation.resume() }
      }
    } onCancel: {
      let isEarly = state.withLock { state in
        state.isCancelled = !state.isOpen
        return state.isCancelled
      }
      if isEarly { abandon() }
    }
    let (isCancelled, isOpen, reason) = state.withLock { ($0.isCancelled, $0.isOpen, $0.reason) }
    if isCancelled { throw NATSError.cancelled }
    if !isOpen { throw reason }
  }

  /// Gives up at a time if there is still no consumer, or nothing has arrived since the last look while something is
  /// wrong. A long replay without trouble may take its time.
  private func boundOpening(by deadline: Nanoseconds, _ before: UInt64) {
    client.alarms.call(at: deadline) { [weak self] in
      guard let self else { return }
      let (next, trouble, isPossible, isOpen) = state.withLock { state in
        (state.reader?.next ?? 0, state.reader?.trouble, state.hasConsumer && !state.isOver, state.isOpen)
      }
      if isOpen { return }
      if isPossible, next != before || trouble == nil {
        return boundOpening(by: .now + Nanoseconds(client.options.timeout), next)
      }
      abandon(trouble ?? NATSError(NATS_TIMEOUT), unlessOpen: true)
    }
  }

  /// Begins to read with the first listener, which therefore hears every value from the start.
  private func awaitListeners(_ interval: Nanoseconds) {
    if ends.isHeard?() == true { return handle(.begin) }
    client.alarms.call(after: interval) { [weak self] in
      guard let self, state.withLock({ !$0.isOver }) else { return }
      awaitListeners(min(interval + interval / 8, Self.listeningIntervals.last))
    }
  }

  /// Creates a consumer, once it is certain that the stream is the one that was read before, or that it was when the
  /// session was made: the first listener may join long after that.
  func createConsumer(_ attempt: UInt64, _ sequence: UInt64) {
    if attempt == 1, ends.isHeard == nil { return requestConsumer(attempt, sequence) }
    askForStream { [weak self] result in
      guard let self else { return }
      let first: UInt64
      switch result {
      case .success(let sequence): first = sequence
      case .failure(let error): return handle(.failed(attempt: attempt, reason: error))
      }
      if first > sequence, stream.denseFrom == nil { arrived(Incoming(first: first)) }
      requestConsumer(attempt, sequence)
    }
  }

  private func requestConsumer(_ attempt: UInt64, _ sequence: UInt64) {
    let configuration = ConsumerRequest.Configuration(optStartSeq: sequence, filterSubject: subject)
    let request = ConsumerRequest(streamName: stream.name, config: configuration)
    client.request("$JS.API.CONSUMER.CREATE.\(stream.name)", request, timeout: client.requestTimeout) {
      [weak self] result in
      guard let self else { return }
      switch result.flatMap({ ServerJSON.answer($0, as: ConsumerInfo.self) }) {
      case .success(let info):
        client.add(self, reading: info.name)
        let opening = state.withLock { state in
          state.hasConsumer = true
          return state.isCaughtUp ? state.opening.take() : nil
        }
        handle(.created(attempt: attempt, consumer: info.name, pending: info.numPending))
        opening?.resume()
        if state.withLock({ $0.isOver }) { deleteConsumer(info.name) }
      case .failure(let error):
        if !error.isPassing, state.withLock({ !$0.hasConsumer }) { return abandon(error) }
        handle(.failed(attempt: attempt, reason: error))
      }
    }
  }

  /// Messages of the consumer are not expected any more. If this does not reach the server, it removes the consumer
  /// itself after a while.
  func deleteConsumer(_ consumer: String) {
    client.remove(reading: consumer, of: stream.name)
    client.send("$JS.API.CONSUMER.DELETE.\(stream.name).\(consumer)", [], reply: client.inbox.subject(.request(0)))
  }
}

/// Whether the stream is still there.
extension PairSession {
  /// Looks whether the stream is still there, again and again until it is certain, and ends the pair if it is not.
  func check() {
    let isFirst = state.withLock { state in !state.isOver && !exchange(&state.isChecking, with: true) }
    if isFirst { look() }
  }

  /// Asks once what the stream has. Ends the pair as `check` does, if the stream seems to be gone.
  func lookOnce() {
    askForStream { [weak self] _ in
      guard let self, state.withLock({ $0.watch.missingSince != nil }) else { return }
      check()
    }
  }

  private func look() {
    askForStream { [weak self] result in
      guard let self, state.withLock({ !$0.isOver }) else { return }
      let isDone = state.withLock { state in
        // The connection may have been lost since the question.
        guard case .success = result, !state.watch.isInDoubt else { return false }
        state.isChecking = false
        return true
      }
      if isDone { return }
      client.alarms.call(after: 100 * .millisecond) { [weak self] in self?.look() }
    }
  }

  /// Asks the server whether the stream is still the one that was read. If it was deleted and made again, or has lost
  /// its newest messages, it gives new messages the sequences of ones that were heard. Its length does not tell, for
  /// new messages may have been stored before this process asks: the messages that the watch names are asked for, too.
  /// Ends the pair if the watch says that the stream is gone.
  ///
  /// - Parameter completion: Called with the first sequence of the stream, or why it may not be intact.
  private func askForStream(_ completion: @escaping @Sendable (_ first: Result<UInt64, NATSError>) -> Void) {
    // Before the question: what is stored while it is under way, the answer need not contain.
    let (newest, question) = state.withLock { state in
      (max(state.heard, state.stored, state.reader.map { $0.next - 1 } ?? 0), state.watch.question)
    }
    client.request("$JS.API.STREAM.INFO.\(stream.name)", EmptyRequest(), timeout: client.requestTimeout) {
      [weak self] result in
      guard let self else { return }
      let info = result.flatMap { ServerJSON.answer($0, as: StreamInfo.self) }
      let status = stream.status(info, newest: newest)
      guard status == .intact, case .success(let info) = info else {
        return decide(question, status, info.map(\.state.extent), completion)
      }
      compare(question.marks[...]) { [weak self] status, error in
        self?.decide(question, status, error.map(Result.failure) ?? .success(info.state.extent), completion)
      }
    }
  }

  /// Looks whether messages are where they were.
  private func compare(
    _ marks: ArraySlice<StreamMark>,
    _ completion: @escaping @Sendable (StreamStatus, NATSError?) -> Void
  ) {
    guard let mark = marks.first else { return completion(.intact, nil) }
    let request = MessageRequest(seq: mark.sequence)
    // The answer has the whole message, for which a slow connection needs longer than for other answers.
    client.request("$JS.API.STREAM.MSG.GET.\(stream.name)", request, timeout: Nanoseconds(client.options.timeout)) {
      [weak self] result in
      let message = result.flatMap { ServerJSON.answer($0, as: StoredMessage.self) }
      let status = mark.status(message)
      if status == .intact { self?.compare(marks.dropFirst(), completion); return }
      let error: NATSError? = if case .failure(let error) = message { error } else { nil }
      completion(status, error)
    }
  }

  /// The server has said what the stream has, and whether it is the one that is known.
  private func decide(
    _ question: StreamWatch.Question,
    _ status: StreamStatus,
    _ extent: Result<StreamExtent, NATSError>,
    _ completion: @escaping @Sendable (_ first: Result<UInt64, NATSError>) -> Void
  ) {
    let isGone = state.withLock { state in
      let patience = Nanoseconds(client.options.timeout)
      if state.watch.isGone(question, status, at: .now, patience: patience) { return true }
      state.watch.acknowledged(state.outbox.mark)
      return false
    }
    if isGone { return abandon(.gone, isReported: true) }
    guard status == .intact, case .success(let extent) = extent else {
      return completion(extent.flatMap { _ in .failure(.shortened) })
    }
    guard state.withLock({ $0.reader?.streamHas(extent, at: .now) ?? false }) else {
      return completion(.success(extent.first))
    }
    askForNewest { completion(.success(extent.first)) }
  }

  /// Asks the server that leads the stream for the newest message of the subject.
  private func askForNewest(_ completion: @escaping @Sendable () -> Void) {
    let request = MessageRequest(lastBySubj: subject)
    client.request("$JS.API.STREAM.MSG.GET.\(stream.name)", request, timeout: client.requestTimeout) {
      [weak self] result in
      let newest: UInt64? =
        switch result.flatMap({ ServerJSON.answer($0, as: StoredMessage.self) }) {
        case .success(let stored): stored.message.seq
        // What was known before is not refuted.
        case .failure(let error) where error.isPassing: nil
        case .failure: 0
        }
      if let newest { self?.state.withLock { $0.reader?.streamHas(newest: newest, at: .now) } }
      completion()
    }
  }
}

struct EmptyRequest: Encodable {}

extension Client {
  func add(_ session: PairSession, reading consumer: String) {
    let key = DeliverySubject.hash(stream: session.stream.name, consumer: consumer)
    state.withLock { $0.consumers[key] = session }
  }

  func remove(reading consumer: String, of stream: String) {
    let key = DeliverySubject.hash(stream: stream, consumer: consumer)
    _ = state.withLock { $0.consumers.removeValue(forKey: key) }
  }
}
#endif
