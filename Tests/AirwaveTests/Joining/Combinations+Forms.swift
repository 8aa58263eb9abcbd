import Airwave

/// The forms of the operators for two to four receivers, and those of the pack, for five and seven.
let everyForm: [Combination] =
  combineLatest + staticCombineLatest + zip + staticZip + withLatest + merge + everyFormWithClosure

private func texts(_ receiver: Receiver<Int>) -> Receiver<String> { receiver.map { "\($0)" } }

private let combineLatest: [Combination] = [
  .combineLatest(3) { s in s[0].combineLatest(texts(s[1]), s[2]).map { [$0, Int($1) ?? -1, $2] } },
  .combineLatest(4) { s in s[0].combineLatest(s[1], s[2], s[3]).map { [$0, $1, $2, $3] } },
  .combineLatest(5) { s in
    s[0].combineLatest(s[1], s[2], texts(s[3]), s[4]).map { [$0, $1, $2, Int($3) ?? -1, $4] }
  },
  .combineLatest(7) { s in
    s[0].combineLatest(s[1], s[2], s[3], s[4], s[5], s[6]).map { [$0, $1, $2, $3, $4, $5, $6] }
  },
]

private let staticCombineLatest: [Combination] = [
  .combineLatest(2, "static combineLatest") { s in
    Receiver.combineLatest(texts(s[0]), s[1]).map { [Int($0) ?? -1, $1] }
  },
  .combineLatest(3, "static combineLatest") { s in
    Receiver.combineLatest(s[0], texts(s[1]), s[2]).map { [$0, Int($1) ?? -1, $2] }
  },
  .combineLatest(4, "static combineLatest") { s in
    Receiver.combineLatest(s[0], s[1], s[2], s[3]).map { [$0, $1, $2, $3] }
  },
  .combineLatest(5, "static combineLatest") { s in
    Receiver.combineLatest(s[0], s[1], s[2], texts(s[3]), s[4]).map { [$0, $1, $2, Int($3) ?? -1, $4] }
  },
]

private let zip: [Combination] = [
  .zip(3) { s in s[0].zip(texts(s[1]), s[2]).map { [$0, Int($1) ?? -1, $2] } },
  .zip(4) { s in s[0].zip(s[1], s[2], s[3]).map { [$0, $1, $2, $3] } },
  .zip(5) { s in s[0].zip(s[1], s[2], texts(s[3]), s[4]).map { [$0, $1, $2, Int($3) ?? -1, $4] } },
  .zip(7) { s in s[0].zip(s[1], s[2], s[3], s[4], s[5], s[6]).map { [$0, $1, $2, $3, $4, $5, $6] } },
]

private let staticZip: [Combination] = [
  .zip(2, "static zip") { s in Receiver.zip(texts(s[0]), s[1]).map { [Int($0) ?? -1, $1] } },
  .zip(3, "static zip") { s in Receiver.zip(s[0], texts(s[1]), s[2]).map { [$0, Int($1) ?? -1, $2] } },
  .zip(4, "static zip") { s in Receiver.zip(s[0], s[1], s[2], s[3]).map { [$0, $1, $2, $3] } },
  .zip(5, "static zip") { s in
    Receiver.zip(s[0], s[1], s[2], texts(s[3]), s[4]).map { [$0, $1, $2, Int($3) ?? -1, $4] }
  },
]

private let withLatest: [Combination] = [
  .withLatest(3) { s in s[2].withLatest(from: s[0], texts(s[1])).map { [$1, Int($2) ?? -1, $0] } },
  .withLatest(4) { s in s[3].withLatest(from: s[0], s[1], s[2]).map { [$1, $2, $3, $0] } },
  .withLatest(5) { s in s[4].withLatest(from: s[0], s[1], s[2], texts(s[3])).map { [$1, $2, $3, Int($4) ?? -1, $0] } },
  .withLatest(7) { s in
    s[6].withLatest(from: s[0], s[1], s[2], s[3], s[4], s[5]).map { [$1, $2, $3, $4, $5, $6, $0] }
  },
]

private let merge: [Combination] = [
  .merge(2, "static merge of 2") { s in Receiver.merge(s[0], s[1]).map { [$0] } },
  .merge(3, "static merge of 3") { s in Receiver.merge(s[0], s[1], s[2]).map { [$0] } },
]
