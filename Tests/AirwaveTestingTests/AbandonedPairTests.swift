import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@Suite("Recorder: an end that was not read counts if the test made it", .patient)
struct AbandonedPairTests {
  /// A chain between a pair and a recorder.
  struct Chain: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (Receiver<Int>) -> Receiver<Int>

    static let queue = DispatchQueue(label: "AbandonedPairTests")

    static let all = [
      Chain(testDescription: "the receiver") { $0 },
      Chain(testDescription: "map") { $0.map { $0 } },
      Chain(testDescription: "collect") { $0.collect(count: 2).map(\.count) },
      Chain(testDescription: "handleEvents") { $0.handleEvents() },
      Chain(testDescription: "share") { $0.share() },
      Chain(testDescription: "receive(on:)") { $0.receive(on: queue) },
      Chain(testDescription: "merge") { $0.merge(with: .just(1)).skip(count: 1) },
      Chain(testDescription: "combineLatest") { $0.combineLatest(.just(1)).map { $0.0 } },
      Chain(testDescription: "flatMap") { receiver in receiver.flatMap { .just($0) } },
      Chain(testDescription: "debounce") { $0.debounce(for: .seconds(1), clock: ManualClock()) },
      Chain(testDescription: "merge, share, receive(on:)") {
        $0.merge(with: .empty).share().receive(on: queue).handleEvents().merge(with: .empty)
      },
      Chain(testDescription: "create") { receiver in
        .create { transmitter in receiver.listen { transmitter.broadcast($0) } }
      },
    ]
  }

  private func issuesOfRelease(_ recorder: inout Recorder<Int>?) async -> [Recorded] {
    // Read, so that optimized code does not release it before.
    withExtendedLifetime(recorder) {}
    return await issues { recorder = nil }
  }

  private func issuesOfUnread(_ chain: Chain, end: (consuming Transmitter<Int>) -> Void) async -> [Recorded] {
    let (transmitter, receiver) = Receiver<Int>.make()
    var recorder: Recorder<Int>? = chain.make(receiver).record()
    end(consume transmitter)
    Chain.queue.sync {}
    #expect(receiver.listenerCount == 0)
    return await issuesOfRelease(&recorder)
  }

  @Test("the release of the last transmitter does not count", arguments: Chain.all)
  func released(chain: Chain) async {
    #expect(await issuesOfUnread(chain) { _ = consume $0 }.map(\.text) == [])
  }

  @Test("finish() counts", arguments: Chain.all.dropLast())
  func finished(chain: Chain) async {
    let issues = await issuesOfUnread(chain) { $0.finish() }
    #expect(issues.count == 1)
    #expect(issues.first?.text.hasPrefix("Expected the end to be looked at") == true)
  }

  @Test("the end that an operator makes counts, whatever becomes of the pair")
  func operators() async {
    var pair: (transmitter: Transmitter<Int>, receiver: Receiver<Int>)? = Receiver<Int>.make()
    var recorder = pair?.receiver.take(count: 1).record()
    pair?.transmitter.broadcast(1)
    pair = nil
    #expect(recorder?.values == [1])
    recorder = nil
    var unread = Receiver<Int>.empty.record() as Recorder<Int>?
    #expect(await issuesOfRelease(&unread).count == 1)
  }

  @Test("the first reason decides for those who come later", arguments: [true, false])
  func late(isFinished: Bool) async {
    let pair = Receiver<Int>.make()
    let receiver = pair.receiver
    var transmitter: Transmitter? = pair.transmitter
    if isFinished { transmitter?.finish() }
    withExtendedLifetime(transmitter) {}
    transmitter = nil
    var recorder: Recorder<Int>? = receiver.record()
    #expect(await issuesOfRelease(&recorder).count == (isFinished ? 1 : 0))
  }

  /// Members are released in the order of their declaration.
  private final class Members {
    let volume = Variable(5)
    let recorder: Recorder<Int>

    init() { recorder = volume.receiver.record() }
  }

  @Test("a variable may be released before its recorder, as a member and as a local variable")
  func variables() async {
    let issues = await issues {
      let members = Members()
      #expect(members.recorder.values == [5])
      let volume = Variable(5)
      let recorder = volume.receiver.record()
      #expect(recorder.values == [5])
    }
    #expect(issues.map(\.text) == [])
  }
}
