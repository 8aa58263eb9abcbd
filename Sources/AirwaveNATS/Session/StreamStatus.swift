#if NATS
/// Whether a stream is the one of which a pair was made.
enum StreamStatus: Equatable {
  /// There is no answer.
  case unknown
  case intact
  /// The stream, or messages of it, are not there. A server that has just started, or that has just become the leader,
  /// may not know them yet.
  case missing
  /// Another stream has its name, or other messages are at positions of those that this process knows: the stream has
  /// lost its end, and what was stored since then has the positions of what is lost.
  case replaced
}

extension StreamPosition {
  /// - Parameters:
  ///   - answer: What the server says of the stream now.
  ///   - newest: The newest sequence that was heard or acknowledged.
  /// - Returns: What that means.
  func status(_ answer: Result<StreamInfo, NATSError>, newest: UInt64) -> StreamStatus {
    switch answer {
    case .failure(let error): return error.isStreamMissing ? .missing : .unknown
    case .success(let info):
      // A server of version 2.9 in a cluster forgets the time of the creation when it is started again.
      let isCopied = hasCopies || info.config.numReplicas > 1
      if !isCopied, info.created != created { return .replaced }
      return info.state.lastSeq < newest ? .missing : .intact
    }
  }
}

extension StreamMark {
  /// - Parameter answer: What the server says of the message at this position now.
  /// - Returns: What that means.
  func status(_ answer: Result<StoredMessage, NATSError>) -> StreamStatus {
    switch answer {
    case .success(let stored):
      let (timeNow, idNow) = (stored.message.nanoseconds, stored.message.id)
      let isOther = time != nil && timeNow != nil && time != timeNow || id != nil && id != idNow
      return isOther ? .replaced : .intact
    case .failure(let error) where error.isStreamMissing: return .missing
    case .failure(let error) where error.isPassing: return .unknown
    // The message was dropped or deleted, or the user may not ask for it. That refutes nothing.
    case .failure: return .intact
    }
  }
}
#endif
