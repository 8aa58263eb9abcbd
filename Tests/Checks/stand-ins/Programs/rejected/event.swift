// rejected: call to main actor-isolated instance method 'receiver(for:)'
import Airwave
import AirwaveUI
import UIKit

nonisolated func hear(_ button: UIButton) {
  _ = button.receiver(for: .touchUpInside)
}
