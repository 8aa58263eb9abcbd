public import Airwave

/// Records the values of several receivers on a common time line, and draws them.
///
/// ```swift
/// import AirwaveTesting
///
/// let clock = ManualClock()
/// let (left, lefts) = Receiver<String>.make()
/// let (right, rights) = Receiver<String>.make()
///
/// let marbles = Marbles(clock: clock)
/// marbles.record(lefts, "left")
/// marbles.record(lefts.merge(with: rights), "both")
///
/// left.broadcast("a")
/// clock.advance(by: .seconds(1))
/// right.broadcast("b")
/// clock.advance(by: .seconds(1))
/// left.finish()
/// print(marbles)
/// // left a-|
/// // both ab-
/// ```
///
/// With a ``ManualClock`` each move of the clock begins a column, so that the text is exact and a test can compare it.
/// With any other clock all columns stand for equal times. If such a clock steps back, the time line stands still until
/// the clock has caught up.
///
/// The diagram has a bounded width. After 200 moves of a manual clock a column stands for 2, 5, 10, … moves. With
/// another clock it stands for 1, 2, 5, … microseconds, so that 61 columns suffice. A line below the diagram says what
/// a column stands for. A column has at most 60 values of a receiver, and the sign `…` for the others.
///
/// | Sign | Meaning |
/// |---|---|
/// | `-` | nothing |
/// | `a` | a value; a value that is not one visible character gets a letter, which is explained below the diagram |
/// | `(ab)` | several values in one column |
/// | `[a]` | a value that was replayed when the recording began |
/// | `a'` | a value that was heard on the main actor when the recording began elsewhere, or the reverse |
/// | `…` | more values in that column |
/// | `\|` | the end |
///
/// The listeners have no isolation, and end when the recording is deinitialized.
public final class Marbles: Sendable {
  private typealias Mark = (kind: MarbleDiagram.Mark.Kind, moment: Moment, isReplayed: Bool, isElsewhere: Bool)

  private struct Recorded {
    let name: String
    let start: Moment
    let marks = Lock<[Mark]>([])
  }

  private let now: @Sendable () -> Moment
  private let recorded = Lock<[Recorded]>([])
  private let listeners = DisposeBag()
  private let changing: Transmitter<Void>
  /// Sends when a row or a mark has been added.
  let changes: Receiver<Void>
  /// The number of times that the diagram was drawn. For tests.
  package let drawingCount = Lock(0)

  /// Makes a recording without receivers.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let marbles = Marbles(clock: clock)
  /// marbles.record(Receiver.timer(every: .seconds(1), clock: clock).map { _ in "t" }, "ticks")
  /// for _ in 1...3 { clock.advance(by: .seconds(1)) }
  /// print(marbles)
  /// // ticks -ttt
  /// ```
  ///
  /// - Parameter clock: The clock that decides the column of each value.
  public init<C: Clock>(clock: C = ContinuousClock()) where C.Duration == Duration {
    (changing, changes) = Receiver<Void>.make()
    if let clock = clock as? ManualClock {
      now = { .step(clock.stepCount) }
    } else {
      let start = clock.now
      let latest = Lock(Duration.zero)
      now = {
        let time = start.duration(to: clock.now)
        return latest.withLock { latest in
          latest = max(latest, time)
          return .time(latest)
        }
      }
    }
  }

  /// Begins to record a receiver, as the next line of the diagram.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// transmitter.broadcast(1)
  ///
  /// let marbles = Marbles(clock: clock)
  /// marbles.record(receiver, "source")
  /// marbles.record(receiver.skip(count: 1), "later")
  /// clock.advance(by: .seconds(1))
  /// transmitter.broadcast(2)
  /// print(marbles)
  /// // source [1]2
  /// // later  ---2
  /// ```
  ///
  /// - Parameters:
  ///   - receiver: The receiver to listen to.
  ///   - name: The text that its line begins with.
  public func record<Value>(_ receiver: Receiver<Value>, _ name: String = "") {
    let row = Recorded(name: name, start: now())
    recorded.withLock { $0.append(row) }
    changing.broadcast(())
    let isMain = MainQueue.isCurrent
    let isJoining = Lock(true)
    let add = { @Sendable [now, changing] (kind: MarbleDiagram.Mark.Kind) in
      let (moment, isElsewhere, isReplayed) = (now(), MainQueue.isCurrent != isMain, isJoining.withLock { $0 })
      row.marks.withLock { $0.append((kind, moment, isReplayed && kind != .end, isElsewhere)) }
      changing.broadcast(())
    }
    receiver.listen {
      add(.value(String(describing: $0)))
    } onFinish: {
      add(.end)
    }
    .disposed(by: listeners)
    isJoining.withLock { $0 = false }
  }

  /// The number of values and ends that were recorded.
  var markCount: Int { recorded.withLock { $0 }.reduce(0) { $0 + $1.marks.withLock { $0.count } } }

  var rowCount: Int { recorded.withLock { $0.count } }

  /// The names of the rows, as they are drawn.
  var names: [String] { recorded.withLock { $0 }.map { visible($0.name) } }

  /// The diagram as an SVG document, which follows the color scheme of its viewer.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let marbles = Marbles(clock: ManualClock())
  /// marbles.record(receiver, "keys")
  /// transmitter.broadcast("a")
  /// print(marbles.svg.prefix(4), marbles.svg.contains("keys"))
  /// // <svg true
  /// ```
  public var svg: String { diagram.svg }

  var diagram: MarbleDiagram {
    drawingCount.withLock { $0 += 1 }
    let recorded = recorded.withLock { $0 }.map { ($0, $0.marks.withLock { $0 }) }
    // Later than all marks, because it is read after them.
    let now = now()
    let last = recorded.flatMap { row, marks in [row.start] + marks.map(\.moment) }.max() ?? now
    let scale = Scale(upTo: now.isStep ? now : last)
    let rows = recorded.map { row, marks in
      MarbleDiagram.Row(
        name: row.name,
        start: scale.column(of: row.start),
        marks: marks.map { kind, moment, isReplayed, isElsewhere in
          .init(kind: kind, column: scale.column(of: moment), isReplayed: isReplayed, isElsewhere: isElsewhere)
        }
      )
    }
    return MarbleDiagram(rows: rows, columnCount: scale.columnCount, scale: scale.description)
  }
}

extension Marbles: CustomStringConvertible {
  /// A line of text for each receiver, and a line for each letter that stands for a longer value.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let marbles = Marbles(clock: ManualClock())
  /// marbles.record(receiver, "words")
  /// ["tea", "b", "tea"].forEach(transmitter.broadcast)
  /// print(marbles)
  /// // words (aba)
  /// // a = tea
  /// ```
  public var description: String { diagram.text }
}
