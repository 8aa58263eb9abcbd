/// A value that says who caused it.
///
/// Two editors share a text. Each hears what the other writes, and not what it wrote itself:
///
/// ```swift
/// final class Editor: Sendable {
///   let text: Variable<Signed<String>>
///
///   init(_ name: String, _ text: Variable<Signed<String>>) {
///     self.text = text
///     text.receiver.skip(count: 1).notFrom(self).unsigned().listen { print("\(name) sees \($0)") }
///   }
///
///   func write(_ new: String) { text.set(new, as: self) }
/// }
///
/// let text = Variable(Signed(""))
/// let (ada, grace) = (Editor("Ada", text), Editor("Grace", text))
/// ada.write("Dear")
/// grace.write("Dear Charles")
/// text.value = Signed("(erased)")
/// // Grace sees Dear
/// // Ada sees Dear Charles
/// // Ada sees (erased)
/// // Grace sees (erased)
/// ```
///
/// Authors are compared by identity and held weakly: a value whose author is gone has none.
public struct Signed<Value: Sendable>: Sendable {
  /// What is said.
  public let value: Value

  /// Who caused it, if anyone did and still exists.
  public var author: (any AnyObject & Sendable)? { reference?.object }

  private let reference: WeakReference?

  /// Signs a value.
  ///
  /// - Parameters:
  ///   - value: What is said.
  ///   - author: Who caused it, held weakly.
  public init(_ value: Value, by author: (any AnyObject & Sendable)? = nil) {
    self.value = value
    reference = author.map(WeakReference.init)
  }
}

extension Transmitter {
  /// Broadcasts a value that says who caused it.
  ///
  /// ```swift
  /// final class Author: Sendable {}
  ///
  /// let (transmitter, receiver) = Receiver<Signed<Int>>.make()
  /// let joe = Author()
  /// receiver.from(joe).unsigned().listen { print($0) }
  ///
  /// transmitter.broadcast(1, from: joe)
  /// transmitter.broadcast(2)
  /// // 1
  /// ```
  ///
  /// - Parameters:
  ///   - value: What to tell.
  ///   - author: Who caused it, held weakly.
  public func broadcast<Inner>(_ value: Inner, from author: (any AnyObject & Sendable)? = nil)
  where Value == Signed<Inner> {
    broadcast(Signed(value, by: author))
  }
}

extension Receiver {
  /// Forwards what one author caused.
  ///
  /// - Parameter author: The author, held weakly.
  /// - Returns: A receiver of that author's values.
  /// - Complexity: O(1) for each value and listener; keeps a weak reference.
  public func from<Inner>(_ author: any AnyObject & Sendable) -> Receiver<Value> where Value == Signed<Inner> {
    filter { [weak author] signed in signed.author.map { $0 === author } ?? false }
  }

  /// Forwards what others caused, and what nobody did.
  ///
  /// - Parameter author: The author to leave out, held weakly.
  /// - Returns: A receiver of all other values.
  /// - Complexity: O(1) for each value and listener; keeps a weak reference.
  public func notFrom<Inner>(_ author: any AnyObject & Sendable) -> Receiver<Value> where Value == Signed<Inner> {
    filter { [weak author] signed in signed.author.map { $0 !== author } ?? true }
  }

  /// Forwards what certain authors caused.
  ///
  /// - Parameter isIncluded: Decides by the author, which is `nil` if there is none.
  /// - Returns: A receiver of those authors' values.
  /// - Complexity: One call for each value and listener; keeps nothing.
  public func filterAuthors<Inner>(
    _ isIncluded: @escaping @Sendable ((any AnyObject & Sendable)?) -> Bool
  ) -> Receiver<Value> where Value == Signed<Inner> {
    filter { isIncluded($0.author) }
  }

  /// Forwards what was said, without who said it.
  ///
  /// - Returns: A receiver of the values alone.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  public func unsigned<Inner>() -> Receiver<Inner> where Value == Signed<Inner> {
    map { $0.value }
  }
}

extension Variable {
  /// Sets the value, and says who does.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - author: Who sets it, held weakly.
  public func set<Inner>(_ value: Inner, as author: any AnyObject & Sendable) where Value == Signed<Inner> {
    self.value = Signed(value, by: author)
  }
}
