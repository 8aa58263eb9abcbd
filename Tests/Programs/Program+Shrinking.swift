extension Program {
  /// Simplifies this program step by step for as long as a predicate holds, and returns the simplest program.
  package func shrunk(while isSuch: (Program) -> Bool) -> Program {
    var program = self
    while let simpler = program.simpler.first(where: isSuch) { program = simpler }
    return program
  }

  /// Programs that are one step simpler, the simplest first.
  private var simpler: [Program] {
    onOne + withoutOneShare
      + steps.simpler.map { changed(\.steps, to: $0) }
      + shares.changingOne(\.simpler).map { changed(\.shares, to: $0) }
      + strategies.changingOne(\.simpler).map { changed(\.strategies, to: $0) }
  }

  private func changed<Part>(_ part: WritableKeyPath<Program, Part>, to new: Part) -> Program {
    var program = self
    program[keyPath: part] = new
    return program
  }
}

extension Array {
  /// All arrays that differ from this one in one changed element.
  func changingOne(_ change: (Element) -> [Element]) -> [[Element]] {
    indices.flatMap { index in
      change(self[index]).map { element in
        var changed = self
        changed[index] = element
        return changed
      }
    }
  }

  /// All arrays that lack one element of this one. The first of them lacks the last element.
  var leavingOneOut: [[Element]] {
    indices.reversed().map { index in
      var changed = self
      changed.remove(at: index)
      return changed
    }
  }
}

extension [Step] {
  /// The number of steps, including those of listeners.
  package var total: Int {
    reduce(0) { sum, step in
      guard case .listen(_, _, _, let reactions) = step else { return sum + 1 }
      return reactions.reduce(sum + 1) { $0 + $1.steps.total }
    }
  }
}
