extension Receiver {
  /// A receiver that runs an asynchronous function for each listener, forwards the result, and finishes.
  ///
  /// The function runs in a task. If the listener ends before the function returns, the task is cancelled.
  static func working(_ work: @escaping @Sendable () async -> Value) -> Receiver<Value> {
    .joining { sink, junction in
      junction.run(work) { value in
        sink(value)
        sink.finish()
      }
    }
  }
}

extension Result {
  /// Makes a result from the value that an asynchronous function returns, or from the error that it throws.
  init(of work: () async throws(Failure) -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
