// rejected: cannot find 'NotificationCenter' in scope
import UIKit

extension UIScene {
  func hear() {
    _ = NotificationCenter.default
  }
}
