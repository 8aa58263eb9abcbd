/// An execution under the memory model: the accesses that threads have made, and which write each read takes its value from.
///
/// Each write is a message with a place in the modification order of its location. Each thread has a view: the events that
/// happen before its next one. A read takes any message that is not older than what the view knows of the location. An acquiring
/// read adds the view that the message carries. A write is inserted at any place in the modification order behind what the
/// view knows, but not between a read-modify-write operation and the message that it read.
///
/// That is the model RC11 of O. Lahav, V. Vafeiadis, J. Kang, C.-K. Hur and D. Dreyer, "Repairing Sequential Consistency in
/// C/C++11", 2017, with the release sequences of C++20. An event is added after those of its thread before it, and after the
/// write that it reads from, so that no value comes out of thin air.
struct Execution {
  private(set) var events: [Event] = []
  /// The writes of each location in modification order, without the initial one.
  private(set) var orders: [[Int]]
  /// The events of each location.
  private var accesses: [[Int]]
  /// The events of each thread.
  private(set) var threads: [[Int]]
  private var views: [EventSet]
  private let initialValues: [Int]

  init(initialValues: [Int], threadCount: Int) {
    self.initialValues = initialValues
    orders = Array(repeating: [], count: initialValues.count)
    accesses = orders
    threads = Array(repeating: [], count: threadCount)
    views = Array(repeating: EventSet(), count: threadCount)
  }

  // MARK: Choices

  /// A place in a modification order at which an access may read or write: 0 is that of the initial value.
  typealias Place = Int

  /// The places of the messages that a thread may read, the newest first; for a store, those behind which it may be inserted.
  func choices(for access: Access, by thread: Int) -> [Place] {
    let location = access.location.number
    let newest = orders[location].count
    let oldest = knownPlace(of: location, by: thread)
    if access.ordering == .plain { return [newest] }
    return (oldest...newest).reversed().filter { place in
      writes(access, reading: value(at: place, of: location)) ? isFree(behind: place, of: location) : true
    }
  }

  /// The place of the newest message of a location that a thread knows: by a write or a read that happened before.
  private func knownPlace(of location: Int, by thread: Int) -> Place {
    var known = 0
    for event in accesses[location] where views[thread].contains(event) {
      let write = events[event].written == nil ? events[event].source : event
      if let write, write != Event.initial, let place = orders[location].firstIndex(of: write) {
        known = max(known, place + 1)
      }
    }
    return known
  }

  /// Whether a write may be inserted behind a message: not if a read-modify-write operation has read it.
  private func isFree(behind place: Place, of location: Int) -> Bool {
    guard place < orders[location].count else { return true }
    return events[orders[location][place]].source == nil
  }

  private func value(at place: Place, of location: Int) -> Int {
    place == 0 ? initialValues[location] : events[orders[location][place - 1]].written ?? 0
  }

  private func writes(_ access: Access, reading value: Int) -> Bool {
    switch access.effect {
    case .load: false
    case .store, .exchange, .add: true
    case .compareExchange(let expected, _): value == expected
    }
  }

  // MARK: Adding

  /// Adds an access at a place.
  mutating func add(_ access: Access, by thread: Int, at place: Place) -> Answer {
    let location = access.location.number
    let number = events.count
    let read = value(at: place, of: location)
    let source = place == 0 ? Event.initial : orders[location][place - 1]
    var answer = Answer(value: read)
    var written: Int?
    var isReading = true
    var ordering = access.ordering
    switch access.effect {
    case .load: break
    case .store(let value): (written, isReading) = (value, false)
    case .exchange(let value): written = value
    case .add(let amount): written = read + amount
    case .compareExchange(let expected, let desired):
      if read == expected { written = desired } else { (answer.isExchanged, ordering) = (false, ordering.ofFailure) }
    }
    var before = views[thread]
    // A read-modify-write operation carries on what it reads.
    var message = isReading && source != Event.initial ? events[source].message : EventSet()
    if ordering.acquires { before.formUnion(message) }
    if written != nil {
      orders[location].insert(number, at: place)
      if ordering.releases {
        message.formUnion(before)
        message.insert(number)
      }
    }
    events.append(
      Event(
        thread: thread,
        index: threads[thread].count,
        access: access,
        ordering: ordering,
        source: isReading ? source : nil,
        read: read,
        written: written,
        before: before,
        message: message
      )
    )
    accesses[location].append(number)
    threads[thread].append(number)
    before.insert(number)
    views[thread] = before
    return answer
  }

  /// Takes the newest event back.
  mutating func removeLast() {
    let number = events.count - 1
    let event = events.removeLast()
    accesses[event.location].removeLast()
    threads[event.thread].removeLast()
    if event.written != nil { orders[event.location].removeAll { $0 == number } }
    views[event.thread] = EventSet()
    if let last = threads[event.thread].last {
      views[event.thread] = events[last].before
      views[event.thread].insert(last)
    }
  }

  /// Lets a thread know all that has happened: for a thread that looks at the end.
  mutating func join(_ thread: Int) {
    for event in events.indices { views[thread].insert(event) }
  }

  // MARK: Looking

  /// An earlier event that the newest one has a data race with.
  var race: Int? {
    guard let event = events.last else { return nil }
    return accesses[event.location].dropLast().first { number in
      let other = events[number]
      return !event.before.contains(number) && (event.isPlain || other.isPlain)
        && (event.written != nil || other.written != nil)
    }
  }

  /// A number of 128 bits for what the threads have read, and for the modification orders: equal for executions that differ only
  /// in the order in which events were added.
  var fingerprint: UInt128 {
    var (low, high): (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x9e37_79b9_7f4a_7c15)
    func mix(_ value: Int) {
      low = (low ^ UInt64(truncatingIfNeeded: value &+ 7)) &* 0x0000_0100_0000_01b3
      low ^= low >> 29
      high = (high &+ UInt64(truncatingIfNeeded: value &+ 13)) &* 0xbf58_476d_1ce4_e5b9
      high ^= high >> 31
    }
    func mix(event: Int) {
      mix(event == Event.initial ? -1 : events[event].thread << 16 | events[event].index)
    }
    for thread in threads {
      mix(-2)
      for number in thread where !events[number].isPlain {
        if let source = events[number].source { mix(event: source) }
      }
      mix(thread.count)
    }
    for order in orders {
      mix(-3)
      for number in order where !events[number].isPlain { mix(event: number) }
    }
    return UInt128(high) << 64 | UInt128(low)
  }
}
