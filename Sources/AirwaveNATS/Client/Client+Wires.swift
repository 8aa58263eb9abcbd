#if NATS
import CNATS
import Dispatch
import Foundation

extension Client {
  /// Makes a wire that has heard what the stream replays.
  func wire(
    _ request: StreamRequest,
    deliver: @escaping @Sendable ([UInt8]) -> Void,
    end: @escaping @Sendable () -> Void
  ) async throws(NATSError) -> Wire {
    let result = await onQueue { () -> Result<Wire, NATSError> in
      Result { () throws(NATSError) in try self.open(request, deliver: deliver, end: end) }
    }
    let wire = try result.get()
    try await wire.catchUp()
    return wire
  }

  private func open(
    _ request: StreamRequest,
    deliver: @escaping @Sendable ([UInt8]) -> Void,
    end: @escaping @Sendable () -> Void
  ) throws(NATSError) -> Wire {
    guard let connection else { throw NATSError.closed }
    let number = Wire.all.reserve()
    var settings = jsOptions()
    jsOptions_Init(&settings)
    settings.Wait = min(options.timeout.milliseconds, 1_000)
    settings.PublishAsync.AckHandler = { _, message, acknowledgment, error, closure in
      Wire.all[closure]?.answered(message, acknowledgment, error?.pointee)
      natsMsg_Destroy(message)
    }
    settings.PublishAsync.AckHandlerClosure = closure(number)
    var made: OpaquePointer?
    try natsConnection_JetStream(&made, connection.pointer, &settings).check()
    guard let context = made.map(Handle.init) else { throw NATSError(NATS_NO_MEMORY) }
    let position: StreamPosition
    do throws(NATSError) {
      position = try insisting { () throws(NATSError) in try request.open(context, on: self) }
    } catch {
      jsCtx_Destroy(context.pointer)
      throw error
    }
    let wire = Wire(number, self, request.subject, position, context, deliver: deliver, end: end)
    guard add(wire) else {
      wire.abandon()
      throw NATSError.closed
    }
    do throws(NATSError) {
      try insisting { () throws(NATSError) in try wire.subscribe() }
    } catch {
      wire.abandon()
      throw error
    }
    return wire
  }

  /// Asks again, and blocks, until the server answers or the time is up. A cluster that has no leader at present answers that,
  /// or not at all.
  private func insisting<Result>(_ body: () throws(NATSError) -> Result) throws(NATSError) -> Result {
    let deadline = DispatchTime.now() + options.timeout.interval()
    while true {
      do throws(NATSError) {
        return try body()
      } catch {
        guard [.unavailable, .timedOut].contains(error.code), DispatchTime.now() < deadline else { throw error }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
  }
}
#endif
