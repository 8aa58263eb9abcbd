// rejected: use of 'release' refers to instance method rather than global function 'release(_:from:)'
import UIKit

@MainActor func release(_ object: AnyObject, from holder: AnyObject) {}

extension UITextView {
  func forget(_ object: AnyObject) {
    release(object, from: self)
  }
}
