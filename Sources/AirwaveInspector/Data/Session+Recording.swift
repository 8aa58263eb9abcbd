#if Inspector
import Foundation
import Synchronization

extension Session {
  /// - Parameters:
  ///   - path: The file, or nil to keep the recording in memory for the page.
  ///   - limit: The largest size in bytes.
  /// - Throws: If something is recorded already, or if the file cannot be written.
  func record(to path: String?, limit: Int) throws(InspectorError) {
    changes.lock()
    defer { changes.unlock() }
    begin()
    do throws(InspectorError) {
      if let former = state.withLock({ $0.recorder }) {
        if !former.isDone { throw InspectorError.alreadyRecording }
        // A recording that is full ends when the next one begins.
        stopRecording()
      }
      // Replaces the file, and so comes last.
      let recorder = try Recorder(path: path, limit: limit)
      state.withLock { ($0.recorder, $0.finished) = (recorder, nil) }
      update()
    } catch {
      end()
      throw error
    }
  }

  /// - Parameter isFromPage: Whether a page asks, which ends only the recordings that a page has begun.
  func stopRecording(isFromPage: Bool = false) {
    changes.lock()
    defer { changes.unlock() }
    let recorder = state.withLock { state -> Recorder? in
      let recorder = state.recorder
      if isFromPage, recorder?.data == nil { return nil }
      state.recorder = nil
      if let recorder { state.finished = recorder }
      return recorder
    }
    guard let recorder else { return }
    recorder.stop()
    end()
  }

  /// What was recorded from the page, if it has ended or is full.
  var finishedRecording: Data? {
    state.withLock { $0.activeRecorder == nil ? $0.recorder ?? $0.finished : nil }?.data
  }
}
#endif
