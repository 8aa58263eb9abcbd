// rejected: main actor-isolated class property 'lifecycle'
import Airwave
import AirwaveUI
import UIKit

nonisolated func hear() {
  _ = UIApplication.lifecycle
}
