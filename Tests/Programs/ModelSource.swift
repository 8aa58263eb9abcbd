/// A source in the model: what its branches listen to, and how they are joined.
struct ModelSource {
  let shape: Source
  /// What each branch listens to.
  let receivers: [any ModelReceiver]

  /// What a new listener would hear at once.
  var replayed: [Int] {
    let happenings = shape.joining.order.flatMap { branch in
      replayed(branch).enumerated().flatMap { index, value in
        let chosen = shape.joining == .switchToLatest ? replayed(shape.branch(chosenBy: value)) : []
        return [Happening(branch: branch, value: value)] + chosen.map { Happening(branch: index + 1, value: $0) }
      }
    }
    return shape.operators.applied(to: shape.joining.applied(to: happenings).values).values
  }

  private func replayed(_ branch: Int) -> [Int] {
    shape.branches[branch].operators.applied(to: receivers[branch].replayed).values
  }
}
