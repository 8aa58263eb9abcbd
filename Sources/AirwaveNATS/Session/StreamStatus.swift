#if NATS
/// Whether a stream is the one of which a pair was made.
enum StreamStatus: Equatable {
  /// There is no answer.
  case unknown
  case intact
  /// The stream, or messages of it, are not there. A server that has just started, or that has just become the leader,
  /// may not know them yet.
  case missing
  /// Another stream has its name.
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
#endif
