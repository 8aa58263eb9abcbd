import Airwave

/// The forms of the operators that take a closure, for two to four receivers.
let everyFormWithClosure: [Combination] = combineLatest + zip + withLatest

private func texts(_ receiver: Receiver<Int>) -> Receiver<String> { receiver.map { "\($0)" } }

private let combineLatest: [Combination] = [
  .combineLatest(2, "combineLatest with a closure") { s in
    s[0].combineLatest(texts(s[1])) { [$0, Int($1) ?? -1] }
  },
  .combineLatest(2, "static combineLatest with a closure") { s in
    Receiver.combineLatest(s[0], texts(s[1])) { [$0, Int($1) ?? -1] }
  },
  .combineLatest(3, "combineLatest with a closure") { s in
    s[0].combineLatest(texts(s[1]), texts(s[2])) { [$0, Int($1) ?? -1, Int($2) ?? -1] }
  },
  .combineLatest(3, "static combineLatest with a closure") { s in
    Receiver.combineLatest(s[0], texts(s[1]), texts(s[2])) { [$0, Int($1) ?? -1, Int($2) ?? -1] }
  },
  .combineLatest(4, "combineLatest with a closure") { s in
    s[0].combineLatest(texts(s[1]), s[2], texts(s[3])) { [$0, Int($1) ?? -1, $2, Int($3) ?? -1] }
  },
  .combineLatest(4, "static combineLatest with a closure") { s in
    Receiver.combineLatest(s[0], texts(s[1]), s[2], texts(s[3])) { [$0, Int($1) ?? -1, $2, Int($3) ?? -1] }
  },
]

private let zip: [Combination] = [
  .zip(2, "zip with a closure") { s in
    s[0].zip(texts(s[1])) { [$0, Int($1) ?? -1] }
  },
  .zip(2, "static zip with a closure") { s in
    Receiver.zip(s[0], texts(s[1])) { [$0, Int($1) ?? -1] }
  },
  .zip(3, "zip with a closure") { s in
    s[0].zip(texts(s[1]), texts(s[2])) { [$0, Int($1) ?? -1, Int($2) ?? -1] }
  },
  .zip(3, "static zip with a closure") { s in
    Receiver.zip(s[0], texts(s[1]), texts(s[2])) { [$0, Int($1) ?? -1, Int($2) ?? -1] }
  },
  .zip(4, "zip with a closure") { s in
    s[0].zip(texts(s[1]), s[2], texts(s[3])) { [$0, Int($1) ?? -1, $2, Int($3) ?? -1] }
  },
  .zip(4, "static zip with a closure") { s in
    Receiver.zip(s[0], texts(s[1]), s[2], texts(s[3])) { [$0, Int($1) ?? -1, $2, Int($3) ?? -1] }
  },
]

private let withLatest: [Combination] = [
  .withLatest(2) { s in
    s[1].withLatest(from: texts(s[0])) { [Int($1) ?? -1, $0] }
  },
  .withLatest(3) { s in
    s[2].withLatest(from: s[0], texts(s[1])) { [$1, Int($2) ?? -1, $0] }
  },
  .withLatest(4) { s in
    s[3].withLatest(from: s[0], s[1], texts(s[2])) { [$1, $2, Int($3) ?? -1, $0] }
  },
]
