import Airwave

let (transmitter, receiver) = Receiver<Int>.make()
receiver.map { $0 * 2 }.filter { $0 > 2 }.listen { print($0) }
[1, 2].forEach(transmitter.broadcast)
