// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// https://developer.apple.com/documentation/swiftui/animation
public struct Animation: Equatable, Sendable {
  private let curve: String

  public static let `default` = Animation(curve: "default")
  public static let linear = Animation(curve: "linear")

  /// What surrounds a change. It belongs to the transaction of SwiftUI.
  @TaskLocal static var current: Animation?
}

/// https://developer.apple.com/documentation/swiftui/withanimation(_:_:)
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
  try Animation.$current.withValue(animation, operation: body)
}
