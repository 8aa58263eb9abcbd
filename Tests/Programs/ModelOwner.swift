/// The owner of a listener in the model.
enum ModelOwner {
  case none
  /// The listener ends with an object. The object exists while the program refers to it, and while a listener that it
  /// owns is called.
  case object(Weak<ModelObject>)

  /// Whether the owner is an object that is gone.
  var isGone: Bool { if case .object(let reference) = self { reference.object == nil } else { false } }

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
