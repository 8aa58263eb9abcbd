/// A state that can be read and heard: a ``Variable``, or a ``Derived`` state.
///
/// ```swift
/// @MainActor
/// final class Player {
///   private let position = Variable(0)
///   var progress: any Readable<Int> { position }
///
///   func seek(to second: Int) { position.value = second }
/// }
///
/// let player = Player()
/// player.progress.receiver.listen { print("at \($0)") }
/// player.seek(to: 7)
/// print(player.progress.value)
/// // at 0
/// // at 7
/// // 7
/// ```
///
/// Who has a `Readable` can find out by `as?` that it is a variable, and set it. `Derived(position)` is a view that
/// cannot be set.
///
/// No type of yours can conform, unless it passes on the members of one of these two.
public protocol Readable<Value>: Sendable {
  /// What the state has.
  associatedtype Value: Sendable

  /// The present value. Reading it takes part in Observation.
  ///
  /// ```swift
  /// let volume: any Readable<Int> = Variable(5)
  /// print(volume.value)
  /// // 5
  /// ```
  var value: Value { get }

  /// A receiver of the present value, and then of later values.
  ///
  /// ```swift
  /// let volume: any Readable<Int> = Variable(5)
  /// volume.receiver.listen { print($0) }
  /// // 5
  /// ```
  var receiver: Receiver<Value> { get }

  /// How the value follows from variables.
  var formula: Derived<Value>.Formula { get }
}

extension Variable: Readable {
  /// How the value follows from variables: it is that of this variable, or a field of it.
  ///
  /// The formula holds what the variable contains, and not the variable.
  @inlinable
  public var formula: Derived<Value>.Formula {
    switch elsewhere {
    case nil:
      Derived<Value>.Formula(of: receiver, observers) { [content] in content.withLock { $0.value } }
    case .storage(let storage):
      // Without the storage, which would keep its failures from finishing.
      Derived<Value>.Formula(of: receiver, observers) { [content, read = storage.read] in
        Storage.present(in: content, read).value
      }
    case .field(let field):
      field.formula()
    }
  }
}
