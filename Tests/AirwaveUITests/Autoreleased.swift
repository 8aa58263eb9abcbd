import Foundation

/// Runs a closure, and releases what it has left in a pool of Objective-C.
@MainActor
func autoreleased(_ body: () -> Void) {
  #if canImport(Darwin)
  autoreleasepool(invoking: body)
  #else
  body()
  #endif
}
