#if NATS
/// Looks whether a subject can be the subject of a pair: words of visible characters between dots, none of them a
/// wildcard. A server closes the connection that sends a longer one with what else is in its line.
func isSubject(_ subject: String) -> Bool {
  let words = subject.split(separator: ".", omittingEmptySubsequences: false)
  return subject.utf8.count <= 1_024 && subject.utf8.allSatisfy { $0 > 32 && $0 != 127 }
    && words.allSatisfy { !$0.isEmpty && $0 != "*" && $0 != ">" }
}

/// Whether a stream of such a subject, which may have wildcards, stores messages of the other.
func isStored(_ subject: String, by pattern: String) -> Bool {
  let words = subject.split(separator: ".")
  let patterns = pattern.split(separator: ".")
  for (index, pattern) in patterns.enumerated() {
    if pattern == ">" { return index < words.count }
    guard index < words.count, pattern == "*" || pattern == words[index] else { return false }
  }
  return words.count == patterns.count
}

/// The name of the stream of a subject, unless another is given.
func streamName(of subject: String) -> String {
  String(subject.map { ".*>/\\".contains($0) ? "_" : $0 })
}
#endif
