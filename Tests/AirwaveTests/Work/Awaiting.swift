import Airwave

/// The forms of listeners that await.
enum Awaiting: CaseIterable {
  case listen, listenWithOwner, latest, latestWithOwner

  /// Those that handle each value.
  static let each = [listen, listenWithOwner]
  static let latestOnly = [latest, latestWithOwner]
  static let withOwner = [listenWithOwner, latestWithOwner]

  final class Owner: Sendable {}

  @discardableResult
  func listen<Value>(
    to receiver: Receiver<Value>,
    with owner: Owner = .shared,
    buffering policy: BufferingPolicy = .unbounded,
    _ handle: @escaping @Sendable (Value) async -> Void,
    onFinish: @escaping @Sendable () -> Void = {}
  ) -> Disposable {
    switch self {
    case .listen:
      receiver.listen(buffering: policy) {
        await handle($0)
      } onFinish: {
        onFinish()
      }
    case .listenWithOwner:
      receiver.listen(with: owner, buffering: policy) { _, value in
        await handle(value)
      } onFinish: { _ in
        onFinish()
      }
    case .latest:
      receiver.listenLatest {
        await handle($0)
      } onFinish: {
        onFinish()
      }
    case .latestWithOwner:
      receiver.listenLatest(with: owner) { _, value in
        await handle(value)
      } onFinish: { _ in
        onFinish()
      }
    }
  }
}

extension Awaiting.Owner {
  /// An owner that lives as long as the tests.
  static let shared = Awaiting.Owner()
}
