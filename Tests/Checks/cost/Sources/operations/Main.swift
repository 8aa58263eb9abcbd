/// Prints the names of the operations, or does one of them so many times: `operations NUMBER COUNT`.
@main
struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().compactMap(Int.init)
    if arguments.count == 2, Operation.all.indices.contains(arguments[0]) {
      Operation.all[arguments[0]].run(arguments[1])
    } else {
      for operation in Operation.all { print(operation.name) }
    }
  }
}
