import Airwave
import Foundation
import TestSupport
import Testing

@Suite("Every operator")
struct EveryOperatorTests {
  @Test("that is public has a row in the table that the tests of all operators read")
  func isListed() throws {
    let interface = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Checks/interface/Airwave.txt")
    // Such as "Receiver.map(_:): func map<Output>(…) -> Receiver<Output>".
    let operators = try String(contentsOf: interface, encoding: .utf8).split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /Receiver\.(\w+)\(.*\): func .* -> Receiver<.*/).flatMap { found in
        found.0.contains("[deprecated") ? nil : String(found.1)
      }
    }
    let listed = Set(everyOperator.map { $0.testDescription.prefix { $0.isLetter } })

    #expect(operators.count > 50)
    for name in Set(operators).sorted() where !listed.contains(Substring(name)) {
      Issue.record("\(name) has no row in Tests/AirwaveTests/Operators/EveryOperator.swift")
    }
  }

  @Test("leaves its sources when its listener is disposed of", arguments: everyOperator)
  func leaves(derived: DerivedReceiver) {
    let (first, second) = (Receiver<Int>.make(), Receiver<Int>.make())
    let listening = derived.derive(first.receiver, second.receiver).listen { _ in }
    let joined = first.receiver.listenerCount
    first.transmitter.broadcast(1)
    listening.dispose()

    #expect((joined > 0) == (derived.testDescription != "take(count: 0)"))
    #expect(first.receiver.listenerCount == 0)
    #expect(second.receiver.listenerCount == 0)
  }
}
