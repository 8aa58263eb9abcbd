#if Inspector
import FlyingFox
import FlyingSocks
import Foundation

/// The WebSocket of one page.
///
/// Frames wait in a stream that takes a limited number of them, so that a page that does not read costs bounded memory.
/// What it does not take is counted.
struct LiveHandler: WSHandler {
  /// The largest message of a page, in bytes. A longer one ends the connection after FlyingFox has collected it. Only a
  /// page that has passed all checks can send one.
  static let limit = 65_536

  let pages: Pages
  let pool: ConnectionPool
  let address: HTTPRequest.Address?

  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    let (frames, continuation) = AsyncStream.makeStream(of: WSFrame.self, bufferingPolicy: .bufferingOldest(64))
    guard let id = await pages.open(continuation) else { throw SocketError.disconnected }
    await pool.allowSilence(of: address)
    let reading = Task { [pages] in
      do {
        for try await frame in client {
          switch frame.opcode {
          case .text where frame.fin && frame.payload.count <= Self.limit:
            await pages.receive(frame.payload, from: id)
          case .ping where frame.payload.count <= 125:
            continuation.yield(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
          case .pong: break
          default:
            continuation.yield(.close())
            return continuation.finish()
          }
        }
      } catch {}
      continuation.finish()
    }
    continuation.onTermination = { [pages, pool, address] _ in
      reading.cancel()
      Task {
        await pages.close(id)
        await pool.forget(address)
      }
    }
    return frames
  }
}
#endif
