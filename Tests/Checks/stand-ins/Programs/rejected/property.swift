// rejected: call to main actor-isolated instance method 'receiver(of:for:)'
import Airwave
import AirwaveUI
import UIKit

actor Log {
  func hear(_ toggle: UISwitch) {
    _ = toggle.receiver(of: \.isOn)
  }
}
