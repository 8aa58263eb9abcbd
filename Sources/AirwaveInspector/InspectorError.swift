#if Inspector
/// Why the inspector could not be started, or a recording could not begin. The description is a sentence that helps.
public struct InspectorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Kinds of trouble.
  ///
  /// Later versions may add kinds, so that a `switch` needs a `default`:
  ///
  /// ```swift compile
  /// import AirwaveInspector
  ///
  /// func advice(_ error: InspectorError) -> String {
  ///   switch error.code {
  ///   case .portTaken: "Choose another port."
  ///   case .alreadyRunning: "Look at the inspector that runs."
  ///   default: error.description
  ///   }
  /// }
  /// ```
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// Another program, or this one, listens on the port.
    public static var portTaken: Code { Code(description: "portTaken") }
    /// The address cannot be one of this computer.
    public static var noSuchAddress: Code { Code(description: "noSuchAddress") }
    /// An inspector runs in this program.
    public static var alreadyRunning: Code { Code(description: "alreadyRunning") }
    /// A host needs a token, and a token needs 16 characters.
    public static var token: Code { Code(description: "token") }
    /// Something is recorded already.
    public static var alreadyRecording: Code { Code(description: "alreadyRecording") }
    /// The file cannot be written, or the folder of the sources cannot be read.
    public static var file: Code { Code(description: "file") }
    /// Anything else. The description says what.
    public static var other: Code { Code(description: "other") }

    /// The name of the kind, such as `portTaken`.
    public let description: String
  }

  /// What kind of trouble it was.
  public let code: Code
  /// A sentence about it.
  public let description: String

  static let tokenMissing = InspectorError(
    code: .token,
    description: "A host other than the loopback interface needs a token: start(port:host:token:sources:editor:)."
  )
  static let tokenTooShort = InspectorError(code: .token, description: "The token needs at least 16 characters.")
  static let alreadyRecording = InspectorError(
    code: .alreadyRecording,
    description: "Something is recorded already. Call Inspector.stopRecording() first."
  )

  static func alreadyRunning(_ address: String) -> InspectorError {
    InspectorError(code: .alreadyRunning, description: "An inspector runs already, at \(address). Stop it first.")
  }

  static func portTaken(_ port: UInt16) -> InspectorError {
    InspectorError(
      code: .portTaken,
      description: "Port \(port) is taken. Choose another, or 0 for any that is free: Inspector.start(port: 0)."
    )
  }

  static func noSuchSources(_ path: String) -> InspectorError {
    InspectorError(code: .file, description: "The folder of the sources cannot be read: \(path).")
  }

  static func noSuchAddress(_ host: String) -> InspectorError {
    InspectorError(
      code: .noSuchAddress,
      description: "This computer has no interface with the address \(host). Use one of its IPv4 addresses, or 0.0.0.0."
    )
  }
}
#endif
