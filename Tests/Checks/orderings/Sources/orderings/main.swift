import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 2 else {
  print("usage: orderings OPERATIONS SOURCES [PROGRAM ...]")
  exit(2)
}
let check = try Check(
  OperationTable(of: URL(filePath: arguments[1]), sources: URL(filePath: arguments[2])),
  names: Array(arguments.dropFirst(2))
)
exit(check.run() ? 0 : 1)
