// rejected: call to main actor-isolated instance method 'bond(with:_:for:taking:)'
import Airwave
import AirwaveUI
import UIKit

nonisolated func bond(_ name: Variable<Float>, _ slider: UISlider) {
  name.bond(with: slider, \.value)
}
