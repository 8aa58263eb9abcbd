/// A value together with its author: the object that caused it.
///
/// In this example two editors share a text. Each editor hears what the other one writes, and not what it wrote itself:
///
/// ```swift
/// final class Editor: Sendable {
///   let text: Variable<Signed<String>>
///
///   init(_ name: String, _ text: Variable<Signed<String>>) {
///     self.text = text
///     text.receiver.skip(count: 1).notFrom(self).withoutAuthors().listen { print("\(name) sees \($0)") }
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
/// Authors are compared by identity and held weakly: after an author is deinitialized, its values have no author.
public struct Signed<Value: Sendable>: Sendable {
  /// The bare value.
  ///
  /// ```swift
  /// let price = Signed(5)
  /// print(price.value + 1)
  /// // 6
  /// ```
  public let value: Value

  /// The object that caused the value, or `nil` if there is none or if it was deinitialized.
  ///
  /// ```swift
  /// final class Author: Sendable {}
  ///
  /// var joe: Author? = Author()
  /// let signed = Signed(1, by: joe)
  /// print(signed.author === joe)
  ///
  /// joe = nil
  /// print(signed.author == nil)
  /// // true
  /// // true
  /// ```
  public var author: (any AnyObject & Sendable)? { reference?.object }

  private let reference: WeakReference?

  /// Signs a value.
  ///
  /// ```swift
  /// final class Author: Sendable {}
  ///
  /// let joe = Author()
  /// let (own, anonymous) = (Signed(1, by: joe), Signed(2))
  /// print(own.value, own.author === joe)
  /// print(anonymous.value, anonymous.author == nil)
  /// // 1 true
  /// // 2 true
  /// ```
  ///
  /// - Parameters:
  ///   - value: The bare value.
  ///   - author: The object that caused it, held weakly.
  public init(_ value: Value, by author: (any AnyObject & Sendable)? = nil) {
    self.value = value
    reference = author.map(WeakReference.init)
  }
}

extension Signed: CustomStringConvertible {
  /// The value in parentheses, such as `Signed(1)`.
  ///
  /// ```swift
  /// print(Signed(1), Signed("Ada"))
  /// // Signed(1) Signed("Ada")
  /// ```
  public var description: String { "Signed(\(String(reflecting: value)))" }
}

extension Transmitter {
  /// Broadcasts a value together with its author.
  ///
  /// ```swift
  /// final class Author: Sendable {}
  ///
  /// let (transmitter, receiver) = Receiver<Signed<Int>>.make()
  /// let joe = Author()
  /// receiver.from(joe).withoutAuthors().listen { print($0) }
  ///
  /// transmitter.broadcast(1, from: joe)
  /// transmitter.broadcast(2)
  /// // 1
  /// ```
  ///
  /// - Parameters:
  ///   - value: The bare value.
  ///   - author: The object that caused it, held weakly.
  public func broadcast<Inner>(_ value: Inner, from author: (any AnyObject & Sendable)? = nil)
  where Value == Signed<Inner> {
    broadcast(Signed(value, by: author))
  }
}

extension Receiver {
  /// Forwards the values of one author.
  ///
  /// ```swift
  /// final class Author: Sendable {}
  ///
  /// let (joe, ann) = (Author(), Author())
  /// let (transmitter, receiver) = Receiver<Signed<Int>>.make()
  /// receiver.from(joe).withoutAuthors().listen { print($0) }
  ///
  /// transmitter.broadcast(1, from: joe)
  /// transmitter.broadcast(2, from: ann)
  /// transmitter.broadcast(3)
  /// // 1
  /// ```
  ///
  /// - Parameter author: The author, held weakly.
  /// - Returns: A receiver of that author's values.
  /// - Complexity: O(1) for each value and listener; keeps a weak reference.
  public func from<Inner>(_ author: any AnyObject & Sendable) -> Receiver<Value> where Value == Signed<Inner> {
    filter { [weak author] signed in signed.author.map { $0 === author } ?? false }
  }

  /// Forwards the values of other authors, and the values without an author.
  ///
  /// ```swift
  /// final class Author: Sendable {}
  ///
  /// let (joe, ann) = (Author(), Author())
  /// let (transmitter, receiver) = Receiver<Signed<Int>>.make()
  /// receiver.notFrom(joe).withoutAuthors().listen { print($0) }
  ///
  /// transmitter.broadcast(1, from: joe)
  /// transmitter.broadcast(2, from: ann)
  /// transmitter.broadcast(3)
  /// // 2
  /// // 3
  /// ```
  ///
  /// - Parameter author: The author to leave out, held weakly.
  /// - Returns: A receiver of all other values.
  /// - Complexity: O(1) for each value and listener; keeps a weak reference.
  public func notFrom<Inner>(_ author: any AnyObject & Sendable) -> Receiver<Value> where Value == Signed<Inner> {
    filter { [weak author] signed in signed.author.map { $0 !== author } ?? true }
  }

  /// Forwards the values whose authors satisfy a predicate.
  ///
  /// ```swift
  /// final class Author: Sendable {}
  ///
  /// let (joe, ann) = (Author(), Author())
  /// let (transmitter, receiver) = Receiver<Signed<Int>>.make()
  /// receiver.filterAuthors { author in author == nil }.withoutAuthors().listen { print($0) }
  ///
  /// transmitter.broadcast(1, from: joe)
  /// transmitter.broadcast(2, from: ann)
  /// transmitter.broadcast(3)
  /// // 3
  /// ```
  ///
  /// - Parameter isIncluded: Returns whether to forward the values of an author, or with `nil` the values without an
  ///   author.
  /// - Returns: A receiver of those authors' values.
  /// - Complexity: One call for each value and listener; keeps nothing.
  public func filterAuthors<Inner>(
    _ isIncluded: @escaping @Sendable ((any AnyObject & Sendable)?) -> Bool
  ) -> Receiver<Value> where Value == Signed<Inner> {
    filter { isIncluded($0.author) }
  }

  /// Forwards the bare values, without their authors.
  ///
  /// ```swift
  /// final class Author: Sendable {}
  ///
  /// let (joe, ann) = (Author(), Author())
  /// let (transmitter, receiver) = Receiver<Signed<Int>>.make()
  /// receiver.withoutAuthors().scan(0, +).listen { print($0) }
  ///
  /// transmitter.broadcast(1, from: joe)
  /// transmitter.broadcast(2, from: ann)
  /// transmitter.broadcast(3)
  /// // 1
  /// // 3
  /// // 6
  /// ```
  ///
  /// - Returns: A receiver of the bare values.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  public func withoutAuthors<Inner>() -> Receiver<Inner> where Value == Signed<Inner> {
    map { $0.value }
  }
}

extension Variable {
  /// Sets the value together with its author.
  ///
  /// ```swift
  /// final class Author: Sendable {}
  ///
  /// let (joe, ann) = (Author(), Author())
  /// let text = Variable(Signed("Dear"))
  /// text.receiver.notFrom(ann).withoutAuthors().listen { print("Ann hears \($0)") }
  ///
  /// text.set("Dear Ann", as: joe)
  /// text.set("Dear Joe", as: ann)
  /// print(text.value.value)
  /// // Ann hears Dear
  /// // Ann hears Dear Ann
  /// // Dear Joe
  /// ```
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - author: The object that sets it, held weakly.
  public func set<Inner>(_ value: Inner, as author: any AnyObject & Sendable) where Value == Signed<Inner> {
    self.value = Signed(value, by: author)
  }
}
