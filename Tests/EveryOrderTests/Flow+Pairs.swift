import Airwave
import AirwaveTesting
import EveryOrder

extension Flow {
  static let ofPairs = [
    Flow("an event comes before its listener") { isMended in
      @MainActor final class Model {
        private(set) var events: [Int] = []
        func start(_ receiver: Receiver<Int>, _ isMended: Bool) async {
          if !isMended { await anyTime() }
          receiver.listen(with: self) { model, event in model.events.append(event) }
        }
      }
      let (transmitter, receiver) = Receiver<Int>.make()
      let model = Model()
      if isMended {
        await model.start(receiver, isMended)
        await Task { @MainActor in transmitter.broadcast(1) }.value
      } else {
        async let start: Void = model.start(receiver, isMended)
        async let event: Void = Task { @MainActor in
          await anyTime()
          await anyTime()
          transmitter.broadcast(1)
        }.value
        _ = await (start, event)
      }
      try await expect(model.events == [1], "\(model.events)")
    },
    Flow("an update falls between a snapshot and its subscription") { isMended in
      let (transmitter, updates) = Receiver<Int>.make()
      let server = Stored(1)
      @MainActor final class Model {
        private(set) var value = 0
        func start(_ server: Stored<Int>, _ updates: Receiver<Int>, _ isMended: Bool) async {
          if isMended { updates.listen(with: self) { model, value in model.value = max(model.value, value) } }
          let snapshot = await server.read()
          value = isMended ? max(value, snapshot) : snapshot
          await anyTime()
          if !isMended { updates.listen(with: self) { model, value in model.value = value } }
        }
      }
      let model = Model()
      let start = Task { await model.start(server, updates, isMended) }
      let update = Task { @MainActor in
        await server.write(2)
        transmitter.broadcast(2)
      }
      _ = await (start.value, update.value)
      await ManualClock().settle()
      try await expect(model.value == 2, "\(model.value)")
    },
    Flow("the result of an older query comes last") { isMended in
      let (queries, query) = Receiver<String>.make()
      let results: Receiver<String> =
        isMended ? query.mapLatest { await answer($0) } : query.asyncMap(maxConcurrent: 2) { await answer($0) }
      let recorder = results.record(allowingUnread: true)
      queries.broadcast("s")
      queries.broadcast("swift")
      await ManualClock().settle()
      try expect(recorder.values.last == "swift", "\(recorder.values)")
    },
  ]
}
