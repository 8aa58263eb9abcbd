#if TRAITS
import Airwave
import AirwaveCombine
import AirwaveInspector
import AirwaveNATS
import OpenCombine

/// Uses one of everything of the products that need a trait. No server and no browser is there.
func useProducts() async throws {
  let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  transmitter.broadcast(1)
  let subscription = receiver.publisher.map { $0 + 1 }.sink { print("published", $0) }
  subscription.cancel()
  Just(3).receiver(strategy: .warm(upTo: 1)).listen { print("received", $0) }

  do {
    try await Inspector.start(token: "short").stop()
  } catch let error as InspectorError {
    switch error.code {
    case .token: print("inspector", error.code)
    default: print(error)
    }
  }

  var options = NATSOptions()
  options.credentials = .user("shop", password: "secret")
  options.security = .none
  do {
    let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:1"], options: options)
    try await share(over: network)
  } catch let error as NATSError {
    switch error.code {
    case .noServer: print("nats", error.code)
    default: print(error)
    }
  }
}

private func share(over network: NATSConnection) async throws {
  network.state.listen { state in
    switch state {
    case .connected: print("connected")
    case .reconnecting: print("reconnecting")
    case .closed: print("closed")
    }
  }
  network.failures.listen { failure in
    switch failure.content {
    case .missed(let count): print("missed", count)
    default: print(failure)
    }
  }
  var stream = NATSStream()
  stream.storage = .memory
  let bytes = NATSCoder<UInt8> {
    [$0]
  } decode: {
    $0[0]
  }
  let raw = try await network.makeTransmitter(UInt8.self, subject: "bytes", stream: stream, coder: bytes)
  let position = try await raw.send(1, headers: ["trace": "1"])
  let numbers = try await network.makeReceiver(Int.self, subject: "numbers", from: .behind(position), stream: stream)
  numbers.pair.state.listen { state in
    switch state.reading {
    case .unused: print("unused")
    case .active: print("active")
    case .waiting(let reason), .ended(let reason): print(reason.code)
    }
  }
  numbers.messages.listen { print($0.position, $0.value, $0.time, $0.headers) }
  print(network.statistics.lag, numbers.pair.statistics.lag)
  await network.close()
}
#endif
