extension Program {
  /// The simplest program to be found by simplifying this one step by step, for which something still holds.
  package func shrunk(while isSuch: (Program) -> Bool) -> Program {
    var program = self
    while let simpler = program.simpler.first(where: isSuch) { program = simpler }
    return program
  }

  /// Programs that are a little simpler, the simplest first.
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
  /// All that come from this by changing one element.
  func changingOne(_ change: (Element) -> [Element]) -> [[Element]] {
    indices.flatMap { index in
      change(self[index]).map { element in
        var changed = self
        changed[index] = element
        return changed
      }
    }
  }

  /// All that come from this by leaving out one element, the last one first.
  var leavingOneOut: [[Element]] {
    indices.reversed().map { index in
      var changed = self
      changed.remove(at: index)
      return changed
    }
  }
}

extension [Step] {
  /// How many steps there are, with those that listeners do.
  package var total: Int {
    reduce(0) { sum, step in
      guard case .listen(_, _, let reactions) = step else { return sum + 1 }
      return reactions.reduce(sum + 1) { $0 + $1.steps.total }
    }
  }
}
