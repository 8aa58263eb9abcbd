import Airwave
import AirwaveTesting
import Foundation

/// One thread makes paced listeners and ends them, while another broadcasts to them and moves their clock.
func pacesByClock(_ crew: Crew) {
  let clock = ManualClock()
  let (transmitter, receiver) = Receiver<String>.make()
  crew.work(
    { number in
      transmitter.broadcast(String(number: number))
      clock.advance(by: .milliseconds(1))
      usleep(20)
    },
    { number in
      let (bag, witness) = (DisposeBag(), Object(number: number))
      let paced = [
        receiver.debounce(for: .zero, clock: clock),
        receiver.throttle(for: .milliseconds(1), latest: true, clock: clock),
        receiver.delay(for: .milliseconds(1), clock: clock),
      ]
      for receiver in paced {
        let listening = receiver.listen { value in
          value.check()
          witness.check()
        }
        listening.disposed(by: bag)
      }
      usleep(20)
    }
  )
}
