import AsyncAlgorithms

/// A listener that is a task: it iterates over values, perhaps through operators.
protocol Consumer: Sendable {
  associatedtype Value: Sendable

  /// The value that is sent for a number.
  func value(_ number: Int) -> Value

  /// Counts the values until the sequence ends.
  func consume<Values: AsyncSequence & Sendable>(_ values: Values) async where Values.Element == Value
}

extension Consumer where Value == Int {
  func value(_ number: Int) -> Int { number }
}

struct Numbers: Consumer {
  func consume<Values: AsyncSequence & Sendable>(_ values: Values) async where Values.Element == Int {
    await count(values)
  }
}

struct Strings: Consumer {
  let text: String

  func value(_ number: Int) -> String { text }

  func consume<Values: AsyncSequence & Sendable>(_ values: Values) async where Values.Element == String {
    await count(values.map(\.utf8.count))
  }
}

struct ThreeOperators: Consumer {
  func consume<Values: AsyncSequence & Sendable>(_ values: Values) async where Values.Element == Int {
    await count(values.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &* 2 })
  }
}

struct SixOperators: Consumer {
  func consume<Values: AsyncSequence & Sendable>(_ values: Values) async where Values.Element == Int {
    await count(
      values.map { $0 &+ 1 }.filter { $0 >= 0 }.dropFirst(1).prefix(.max).removeDuplicates()
        .reductions((previous: Int?.none, current: 0)) { (previous: $0.current, current: $1) }
        .map { ($0.previous ?? 0) &+ $0.current }
    )
  }
}

struct Debounced: Consumer {
  func consume<Values: AsyncSequence & Sendable>(_ values: Values) async where Values.Element == Int {
    await count(values.debounce(for: heldBack))
  }
}
