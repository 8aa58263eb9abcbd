// rejected: type 'Model' does not conform to the 'Sendable' protocol
import Airwave
import AirwaveUI
import UIKit

final class Model {
  var name = ""
}

final class ModelControl: UIControl {
  var model = Model()
}

@MainActor func hear(_ control: ModelControl) {
  _ = control.receiver(of: \.model, for: .valueChanged)
}
