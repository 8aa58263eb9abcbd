/// Something to be counted: it is done `count` times.
struct Operation: Sendable {
  let name: String
  let run: @Sendable (_ count: Int) throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (_ count: Int) throws -> Void) {
    (self.name, self.run) = (name, run)
  }

  static let all = [
    Operation("NATS: a value sent and acknowledged") { try Recording().send($0) },
    Operation("NATS: a value sent and acknowledged, with a header") { try Recording().send($0, headers: trace) },
    Operation("NATS: a value heard, of many") { try Recording().hear($0) },
    Operation("NATS: a value heard, of many, with a header of its own") {
      try Recording().hear($0, headers: trace, areSame: false)
    },
    Operation("NATS: a value heard, of many, with the header of the one before") {
      try Recording().hear($0, headers: trace)
    },
    Operation("NATS: a value heard, alone") { try Recording().hear($0, batch: 1) },
  ]

  private static let trace = ["traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"]
}
