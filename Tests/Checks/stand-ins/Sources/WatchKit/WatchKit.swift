// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stands in for WatchKit where there is none, as UIKit does for UIKit.

public import Foundation
@_exported public import ObjectiveC

/// https://developer.apple.com/documentation/watchkit/wkapplication
@MainActor open class WKApplication: NSObject {
  // https://developer.apple.com/documentation/watchkit/wkapplication#Observing-messages-from-the-notification-center
  public class var didFinishLaunchingNotification: NSNotification.Name { .init("WKDidFinishLaunching") }
  public class var didBecomeActiveNotification: NSNotification.Name { .init("WKDidBecomeActive") }
  public class var willResignActiveNotification: NSNotification.Name { .init("WKWillResignActive") }
  public class var willEnterForegroundNotification: NSNotification.Name { .init("WKWillEnterForeground") }
  public class var didEnterBackgroundNotification: NSNotification.Name { .init("WKDidEnterBackground") }
}
