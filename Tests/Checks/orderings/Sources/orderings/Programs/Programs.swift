extension Program {
  static let all = broadcasting + joining + ending + removing + finishing + replaying + flags + handingOver
}

/// A number of two digits with both values, in any order.
func isBoth(_ heard: Int) -> Bool { heard == 12 || heard == 21 }
