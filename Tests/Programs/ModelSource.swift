/// A source in the model: the receivers of its branches, and how they are joined.
struct ModelSource {
  let shape: Source
  /// The receiver of each branch.
  let receivers: [any ModelReceiver]
  let effort: Effort

  /// The values that a new listener would hear at once, and whether they end the listener.
  var replayed: Outcome {
    var happenings: [Happening] = []
    var waits = false
    for branch in shape.joining.order {
      let outcome = replayed(branch)
      guard effort.spend(outcome.values.count) else { break }
      happenings += outcome.happenings(of: branch).enumerated().flatMap { index, happening in
        guard shape.joining.isChoosing, let value = happening.value, !waits else { return [happening] }
        let chosen = replayed(shape.branch(chosenBy: value))
        guard effort.spend(chosen.values.count) else { return [happening] }
        waits = [.flatMapInTurn, .flatMapFirst].contains(shape.joining) && !chosen.isDone
        return [happening] + chosen.happenings(of: index + 1)
      }
    }
    return shape.operators.applied(to: shape.joining.applied(to: happenings))
  }

  private func replayed(_ branch: Int) -> Outcome {
    let operators = shape.operators(of: branch)
    // With a count of 0 nothing joins the pair.
    let none = operators.applied(to: Outcome())
    return none.isDone ? none : operators.applied(to: receivers[branch].replayed)
  }
}

extension Source {
  /// The operators of a branch: its own, and those that the joining operator adds.
  func operators(of branch: Int) -> [Operator] { branches[branch].operators + joining.operators(of: branch) }
}
