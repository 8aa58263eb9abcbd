import Foundation

/// The atomic operations of the library: which ordering each has in the source, and which weaker one was said to suffice.
struct OperationTable {
  struct Entry {
    let file: String
    let quote: String
    let kind: Kind
    /// The ordering in the file `operations`, and in the source.
    let quoted: Ordering
    var actual: Ordering
    /// The weaker orderings that suffice, and why the library has a stronger one.
    var reasons: [Ordering: String] = [:]
  }

  private(set) var entries: [Operation: Entry] = [:]
  private var orderings: [Ordering]
  /// What does not fit.
  private(set) var complaints: [String] = []

  /// Reads the file `operations`, and compares it with the sources.
  init(of file: URL, sources: URL) throws {
    orderings = Array(repeating: .plain, count: Operation.allCases.count)
    try parse(String(contentsOf: file, encoding: .utf8))
    try compare(with: Self.texts(in: sources))
    for operation in Operation.allCases {
      guard let entry = entries[operation] else {
        complaints.append("operations says nothing of \(operation)")
        continue
      }
      orderings[operation.rawValue] = entry.actual
    }
  }

  func ordering(of operation: Operation) -> Ordering { orderings[operation.rawValue] }

  /// The same with another ordering.
  func with(_ ordering: Ordering, for operation: Operation) -> OperationTable {
    var table = self
    table.orderings[operation.rawValue] = ordering
    return table
  }

  // MARK: The file `operations`

  private mutating func parse(_ text: String) throws {
    var file = ""
    var last: Operation?
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if !line.hasPrefix(" ") {
        file = String(line)
      } else if let found = line.wholeMatch(of: /\s\s(\w+): (.+)/) {
        let quote = String(found.2)
        guard let operation = Operation(named: found.1), let ordering = Self.ordering(in: quote) else {
          complaints.append("operations: not understood: \(line)")
          continue
        }
        let kind: Kind = quote.contains(".load(") ? .load : quote.contains(".store(") ? .store : .readModifyWrite
        entries[operation] = Entry(file: file, quote: quote, kind: kind, quoted: ordering, actual: ordering)
        last = operation
      } else if let found = line.wholeMatch(of: /\s\s\s\s(\w+) suffices: (.+)/), let last,
        let ordering = Ordering(rawValue: String(found.1))
      {
        entries[last]?.reasons[ordering] = String(found.2)
      } else {
        complaints.append("operations: not understood: \(line)")
      }
    }
  }

  private static func ordering(in quote: String) -> Ordering? {
    quote.firstMatch(of: /ordering: \.(\w+)/).flatMap { Ordering(rawValue: String($0.1)) }
  }

  // MARK: The sources

  /// The text of each file, with single spaces.
  private static func texts(in folder: URL) throws -> [String: String] {
    var texts: [String: String] = [:]
    for case let url as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where url.pathExtension == "swift" {
      let text = try String(contentsOf: url, encoding: .utf8)
      texts[url.lastPathComponent, default: ""] += text.replacing(/\s+/, with: " ")
    }
    return texts
  }

  private mutating func compare(with texts: [String: String]) {
    for operation in Operation.allCases {
      guard let entry = entries[operation] else { continue }
      let text = texts[entry.file] ?? ""
      if text.contains(entry.quote) { continue }
      let others = Ordering.allCases.filter { text.contains(entry.quote(with: $0)) }
      if let other = others.first {
        complaints.append("\(entry.file): the ordering of \(operation) is \(other), not \(entry.quoted)")
        entries[operation]?.actual = other
      } else {
        complaints.append("\(entry.file) has no longer: \(entry.quote)")
      }
    }
    compareTables(with: texts)
    let atomic =
      /[\w.]+\.(load|store|exchange|compareExchange|weakCompareExchange|add|subtract)\((?:[^()]|\([^()]*\))*ordering: ?\.\w+/
    for (file, text) in texts.sorted(by: { $0.key < $1.key }) {
      let quotes = entries.values.filter { $0.file == file }.flatMap { text.ranges(of: $0.quote(with: $0.actual)) }
      for found in text.matches(of: atomic) where !quotes.contains(where: { $0.overlaps(found.range) }) {
        complaints.append("operations says nothing of \(file): \(found.0)")
      }
    }
  }
}

extension OperationTable {
  /// The table at the head of a file names the orderings that its operations have, and no others.
  fileprivate mutating func compareTables(with texts: [String: String]) {
    let row = /\/\/\/ \| `[^|]+ \| (relaxed|acquiring|releasing|acquiring and releasing|sequentially consistent) \|/
    let quoted = Dictionary(grouping: entries.values, by: \.file).mapValues { Set($0.map(\.actual.inWords)) }
    for (file, orderings) in quoted.sorted(by: { $0.key < $1.key }) {
      let named = Set((texts[file] ?? "").matches(of: row).map { String($0.1) })
      if named != orderings {
        complaints.append("\(file): the table names \(named.sorted()), the operations have \(orderings.sorted())")
      }
    }
  }
}

extension OperationTable.Entry {
  fileprivate func quote(with ordering: Ordering) -> String {
    quote.replacingOccurrences(of: "ordering: .\(quoted)", with: "ordering: .\(ordering)")
  }
}
