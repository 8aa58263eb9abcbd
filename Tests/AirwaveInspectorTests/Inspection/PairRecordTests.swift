#if Inspector
import Airwave
import AirwaveInspector
import TestSupport
import Testing

extension InspectionTests {
  @Suite("The record of a pair")
  struct PairRecordTests {
    @Test("has the name, the place, the type and the strategy of a pair")
    func pair() throws {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2), name: "pair")
      let line = UInt(#line - 1)
      let record = try #require(Inspection.pair(named: "pair"))
      [1, 2, 3].forEach(transmitter.broadcast)
      receiver.listen { _ in }

      #expect(record.kind == .pair)
      #expect("\(record.fileID)" == #fileID)
      #expect(record.line == line)
      #expect("\(record.valueType)" == "Int")
      #expect(record.strategy == ".warm(upTo: 2)")
      #expect(record.counts.listeners == 1)
      #expect(record.counts.kept == 2)
      #expect(record.counts.pending == 0)
      #expect(!record.counts.isFinished)
      transmitter.finish()
      #expect(record.counts.isFinished)
      #expect(!record.isReleased)
      withExtendedLifetime(receiver) {}
    }

    @Test("is forgotten with the pair, which it does not keep")
    func release() throws {
      weak var receiver: Receiver<Int>?
      var record: PairRecord?
      do {
        let pair = Receiver<Int>.make(strategy: .cold, name: "released")
        receiver = pair.receiver
        record = Inspection.pair(named: "released")
        pair.transmitter.broadcast(1)
      }

      #expect(receiver == nil)
      #expect(record?.isReleased == true)
      #expect(record?.counts.kept == 0)
      #expect(Inspection.pair(named: "released") == nil)
    }

    @Test("has the name and the place of the declaration of a wrapped pair")
    func broadcast() throws {
      struct Settings {
        @Broadcast(.warm(upTo: 2), name: "wrapped") var volume: Receiver<Int>
        static let line = UInt(#line - 1)
      }
      let settings = Settings()
      let record = try #require(Inspection.pair(named: "wrapped"))

      #expect(record.kind == .pair)
      #expect(record.line == Settings.line)
      #expect("\(record.fileID)" == #fileID)
      #expect(record.strategy == ".warm(upTo: 2)")
      withExtendedLifetime(settings) {}
    }

    @Test("has the name and the place of a variable")
    func variable() throws {
      struct Settings {
        @Variable(name: "volume") var volume = 5
        static let line = UInt(#line - 1)
      }
      let settings = Settings()
      let brightness = Variable(1, name: "brightness")
      let first = try #require(Inspection.pair(named: "volume"))
      let second = try #require(Inspection.pair(named: "brightness"))

      #expect(first.kind == .variable)
      #expect(first.line == Settings.line)
      #expect("\(first.fileID)" == #fileID)
      #expect(first.counts.kept == 1)
      #expect(second.kind == .variable)
      withExtendedLifetime((settings, brightness)) {}
    }

    @Test("of a shared receiver lives as long as that receiver, through its connections")
    func share() throws {
      let (transmitter, receiver) = Receiver<Character>.make()
      var shared: Receiver<Character>? = receiver.share(strategy: .warm(upTo: 3))
      let record = try #require(Inspection.pairs.last { $0.kind == .share && $0.valueType == Character.self })

      for _ in 0..<2 {
        let listening = shared?.listen { _ in }
        transmitter.broadcast("a")
        #expect(record.counts.listeners == 1)
        #expect(record.counts.kept == 1)
        listening?.dispose()
        #expect(record.counts.listeners == 0)
        #expect(record.counts.kept == 0)
      }
      #expect(!record.counts.isFinished)
      shared = nil
      #expect(record.isReleased)
      #expect(record.counts.isFinished)
    }
  }
}
#endif
