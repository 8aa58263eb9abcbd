/// The place where a listener was made, and the disposable that tells whether it is live.
@usableFromInline
struct TrackedListener: Sendable {
  let fileID: StaticString
  let line: UInt
  private let disposable: Disposable

  @usableFromInline
  init(_ disposable: Disposable, _ fileID: StaticString, _ line: UInt) {
    self.disposable = disposable
    self.fileID = fileID
    self.line = line
  }

  var isLive: Bool { !disposable.isDisposed }

  /// Disposes of the listener if its owner is gone, and returns whether it is live. An owner that belongs to another
  /// actor is not checked.
  var isLiveAfterLook: Bool {
    if isLive { _ = disposable.endIfOwnerIsGone() }
    return isLive
  }

  /// Disposes of the listener if its owner is gone, on the actor that the owner belongs to.
  func checkOwner() async {
    if isLive, let actor = disposable.endIfOwnerIsGone() { await disposable.endIfConfinedOwnerIsGone(on: actor) }
  }
}
