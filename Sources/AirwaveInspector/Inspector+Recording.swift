#if Inspector
extension Inspector {
  /// Records what all pairs of the program broadcast to a file, until ``stopRecording()`` or the limit.
  ///
  /// ```swift compile
  /// import AirwaveInspector
  ///
  /// try Inspector.record(to: "/tmp/taps.jsonl")
  /// ```
  ///
  /// Each value is recorded: its time, its thread, its description, and its JSON if its type is `Encodable`, or why it
  /// could not be encoded. The file has a line of JSON for each value; <doc:RecordingFormat> describes it. A recording
  /// needs no server.
  ///
  /// Values are described and encoded where they are broadcast, before the listeners hear them, and are in the file a
  /// tenth of a second later: what a program broadcasts just before it crashes may be missing. A file that exists is
  /// replaced.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which is a new one that its owner alone can read.
  ///   - limit: The largest size of the file in bytes. The last line then says that the file is full. Must be positive.
  /// - Throws: An ``InspectorError`` if something is recorded already, or if the file cannot be written. A link, a pipe
  ///   or a device is no file.
  public static func record(to path: String, limit: Int = 10_000_000) throws(InspectorError) {
    if limit <= 0 { fatalError("Airwave: 'limit' must be positive, but is \(limit)") }
    try Session.shared.record(to: path, limit: limit)
  }

  /// Ends the recording. All values that were broadcast before are in the file when this returns.
  ///
  /// It has no effect if nothing is recorded.
  public static func stopRecording() {
    Session.shared.stopRecording()
  }
}
#endif
