import OpenCombine

let subject = PassthroughSubject<Int, Never>()
let subscription = subject.map { $0 * 2 }.filter { $0 > 2 }.sink { print($0) }
[1, 2].forEach(subject.send)
subscription.cancel()
