import Airwave

func behindTwo(_ a: Receiver<Double>, _ b: Receiver<Double>, _ i: Receiver<Int>, _ s: Receiver<String>) {
  a.combineLatest(b).map { ($0 + $1) / 2 }.filter { $0 > 1 }.map { $0 * 2 }.skipRepeats().listen { print($0) }
  Receiver.combineLatest(a, i).map { $0 + Double($1) }.filter { $0 > 1 }.scan(0) { $0 + $1 }.listen { print($0) }
  i.zip(s).map { "\($0 + 1): \($1)" }.filter { !$0.isEmpty }.withPrevious().listen { print($0 ?? "", $1) }
  s.withLatest(from: i).filter { !$0.isEmpty && $1 > 0 }.map { "\($0) \($1 + 1)" }.listen { print($0) }
  Receiver.merge(i, i.map { $0 + 1 }, i.map { $0 * 2 }).filter { $0 > 1 && $0 < 9 }.map { -$0 }.listen { print($0) }
}

func behindThree(_ a: Receiver<Double>, _ b: Receiver<Double>, _ c: Receiver<Double>, _ i: Receiver<Int>) {
  a.combineLatest(b, c).map { ($0 + $1 + $2) / 3 }.filter { $0 > 1 }.listen { print($0) }
  a.combineLatest(b, c).map { ($0 + $1 + $2) / 3 }.filter { $0 > 1 }.map { $0 * 2 }.listen { print($0) }
  a.combineLatest(b, c).map { ($0 + $1 + $2) / 3 }.filter { $0 > 1 }.map { Int($0) }.skipRepeats().listen { print($0) }
  Receiver.combineLatest(a, b, c).map { ($0 - $1) * $2 }.filter { $0 > 1 }.map { $0 + 1 }.listen { print($0) }
  i.zip(i, i).map { $0 * $1 + $2 }.filter { $0 % 2 == 0 && $0 > 10 }.scan(0) { $0 + $1 }.listen { print($0) }
  Receiver.zip(a, b, c).map { max($0, $1, $2) - min($0, $1, $2) }.filter { $0 > 1 }.map { $0 / 2 }.listen { print($0) }
  i.withLatest(from: i, i).map { $0 + $1 * $2 }.filter { $0 > 1 }.withPrevious().map { ($0 ?? 0) + $1 }
    .listen { print($0) }
  a.withLatest(from: b, c).map { ($0 + $1 + $2) / 3 }.filter { $0 > 1 }.map { $0 * 2 }.listen { print($0) }
}

func form(_ name: Receiver<String>, _ mail: Receiver<String>, _ password: Receiver<String>, _ terms: Receiver<Bool>) {
  name.combineLatest(mail, password, terms).map { !$0.isEmpty && $1.contains("@") && $2.count >= 8 && $3 }
    .skipRepeats().listen { print($0) }
  name.combineLatest(mail, terms).filter { $2 && !$0.isEmpty && $1.count > 3 }.map { "\($0) <\($1)>, \($2)" }
    .listen { print($0) }
  terms.withLatest(from: name, mail, password).filter { $0 && $3.count >= 8 && !$1.isEmpty && !$2.isEmpty }
    .map { _, name, mail, _ in name + " <" + mail + ">" }.listen { print($0) }
  name.zip(mail, password, terms).map { $0 + $1 + $2 + ($3 ? "!" : "?") }.filter { $0.count > 4 }.listen { print($0) }
}

func behindFour(_ a: Receiver<Double>, _ b: Receiver<Double>, _ c: Receiver<Double>, _ d: Receiver<Double>) {
  a.combineLatest(b, c, d).map { ($0 + $1 + $2 + $3) / 4 }.filter { $0 > 1 }.map { $0 * 2 }.listen { print($0) }
  Receiver.combineLatest(a, b, c, d).map { $0 * $1 - $2 * $3 }.filter { $0 > 1 }.map { $0 + 1 }.listen { print($0) }
  a.zip(b, c, d).map { ($0 + $1 + $2 + $3) / 4 }.filter { $0 > 1 }.map { $0 * 2 }.listen { print($0) }
  Receiver.zip(a, b, c, d).map { ($0 - $1) * ($2 - $3) }.filter { $0 > 1 }.map { $0 / 2 }.listen { print($0) }
  a.withLatest(from: b, c, d).map { ($0 + $1 + $2 + $3) / 4 }.filter { $0 > 1 }.map { $0 * 2 }.listen { print($0) }
}

func withClosures(_ a: Receiver<Double>, _ b: Receiver<Double>, _ c: Receiver<Double>, _ i: Receiver<Int>) {
  a.combineLatest(b) { $0 - $1 }.filter { $0 > 1 }.map { $0 * 2 }.skipRepeats().listen { print($0) }
  a.combineLatest(b, c) { ($0 + $1 + $2) / 3 }.filter { $0 > 1 }.map { Int($0) }.skipRepeats().listen { print($0) }
  Receiver.combineLatest(a, i) { $0 + Double($1) }.filter { $0 > 1 }.scan(0) { $0 + $1 }.listen { print($0) }
  Receiver.combineLatest(a, b, c, a) { $0 * $1 - $2 * $3 }.filter { $0 > 1 }.map { $0 + 1 }.listen { print($0) }
  i.zip(i) { $0 * $1 }.filter { $0 % 2 == 0 && $0 > 10 }.scan(0) { $0 + $1 }.listen { print($0) }
  Receiver.zip(a, b, c) { max($0, $1, $2) - min($0, $1, $2) }.filter { $0 > 1 }.map { $0 / 2 }.listen { print($0) }
  i.withLatest(from: i) { $0 + $1 * 2 }.filter { $0 > 1 }.withPrevious().map { ($0 ?? 0) + $1 }.listen { print($0) }
  a.withLatest(from: b, c) { ($0 + $1 + $2) / 3 }.filter { $0 > 1 }.map { $0 * 2 }.listen { print($0) }
  Receiver.race(i, i.map { $0 + 1 }).flatMapFirst { $0 > 1 ? .just($0) : .empty }.filter { $0 > 1 }.listen { print($0) }
}
