import Airwave
let (t, r) = Receiver<Int>.make()
r.listen { print($0) }
t.broadcast(1)
