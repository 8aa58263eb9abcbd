/// Something that threads do at the same time.
struct Scenario: Sendable {
  let name: String
  let run: @Sendable (Crew) -> Void

  static let all = [
    // A closure for each kind of value, so that the compiler specializes the generic function, as it does in a client.
    Scenario(name: "variable-string") { readsAndSets(String.self, $0) },
    Scenario(name: "variable-array") { readsAndSets([Int].self, $0) },
    Scenario(name: "variable-object") { readsAndSets(Object.self, $0) },
    Scenario(name: "variable-function") { readsAndSets(Function.self, $0) },
    Scenario(name: "variable-record") { readsAndSets(Record.self, $0) },
    Scenario(name: "replay-string") { readsReplay(String.self, $0) },
    Scenario(name: "replay-array") { readsReplay([Int].self, $0) },
    Scenario(name: "replay-object") { readsReplay(Object.self, $0) },
    Scenario(name: "replay-function") { readsReplay(Function.self, $0) },
    Scenario(name: "replay-record") { readsReplay(Record.self, $0) },
    Scenario(name: "rest", run: readsAtRest),
    Scenario(name: "clear", run: clearsReplay),
    Scenario(name: "merge") { endsWhatJoins($0) { $0.merge(with: $1) } },
    Scenario(name: "share") { endsWhatJoins($0) { left, _ in left.share(strategy: .warm(upTo: 1)) } },
    Scenario(name: "combine") { endsWhatJoins($0) { $0.combineLatest($1) } },
    Scenario(name: "zip") { endsWhatJoins($0) { $0.zip($1) } },
    Scenario(name: "switch") { endsWhatJoins($0) { left, right in left.map { _ in right }.switchToLatest() } },
    Scenario(name: "debounce") { endsWhatJoins($0) { left, _ in left.debounce(for: .microseconds(50)) } },
    Scenario(name: "clock", run: pacesByClock),
    Scenario(name: "join", run: joinsAndLeaves),
    Scenario(name: "owner", run: listensWithOwners),
    Scenario(name: "finish", run: finishes),
    Scenario(name: "iterate", run: iterates),
    Scenario(name: "hop", run: hops),
    Scenario(name: "nest", run: nests),
    Scenario(name: "bind", run: binds),
    Scenario(name: "bond", run: bonds),
    Scenario(name: "record", run: records),
  ]
}
