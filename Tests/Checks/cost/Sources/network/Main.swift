/// Prints the names of the operations, or does one of them so many times: `network NUMBER COUNT`.
@main
struct Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap(Int.init)
    if arguments.count == 2, Operation.all.indices.contains(arguments[0]), arguments[1] <= Recording.count {
      try Operation.all[arguments[0]].run(arguments[1])
    } else {
      for operation in Operation.all { print(operation.name) }
    }
  }
}
