/// The owner of a listener in the model.
enum ModelOwner {
  case none
  /// The listener ends with an object. The object exists while the program refers to it, and while a listener that it
  /// owns is called.
  case object(Weak<ModelObject>)
  /// The listener is that of a shared connection, and works for the listeners of its pair.
  case listeners(of: Weak<ModelPair>)

  var isNone: Bool { if case .none = self { true } else { false } }

  /// Calls a closure of the listener, unless the owner is an object that is gone.
  ///
  /// - Returns: Whether the closure was called.
  @discardableResult
  func call(_ body: () -> Void) -> Bool {
    guard case .object(let reference) = self else {
      body()
      return true
    }
    guard let object = reference.object else { return false }
    withExtendedLifetime(object, body)
    return true
  }
}

/// An object that owns listeners in the model.
final class ModelObject {}

struct Weak<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}

/// The ears of a pair that have an owner.
///
/// When an ear joins, with an owner or without, the pair checks some of them in turn, until it has found two whose
/// owner exists. It forgets ears that have ended, and removes ears whose owner is gone. A check of the ear of a shared
/// connection does the same with the ears of the connection's pair.
///
/// The contract only limits the number of listeners whose owner is gone. The model checks the same listeners as
/// `Engine/Owner.swift`, so that it knows which listeners are counted, and which keep a connection open.
struct OwnedEars {
  private var ears: [Ear] = []
  private var next = 0

  var count: Int { ears.count }

  mutating func append(_ ear: Ear) { ears.append(ear) }

  mutating func forgetUnless(_ isLive: (Ear) -> Bool) {
    var liveCount = 0
    while liveCount < min(2, ears.count) {
      if next >= ears.count { next = 0 }
      if isLive(ears[next]) {
        next += 1
        liveCount += 1
      } else {
        // The last ear takes the place of the forgotten one.
        ears.swapAt(next, ears.count - 1)
        ears.removeLast()
      }
    }
  }
}
