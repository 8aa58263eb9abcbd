import Airwave
import AirwaveUI
import UIKit

/// A form that is bonded to a model: what the user changes is in the model, and what the app changes is on screen.
final class ProfileViewController: UIViewController {
  let name = UITextField()
  let notes = UITextView()
  let volume = UISlider()
  let isPublic = UISwitch()
  let greeting = UILabel()
  let reset = UIBarButtonItem(title: "Reset", style: .plain, target: nil, action: nil)
  private let profile: Profile

  init(_ profile: Profile) {
    self.profile = profile
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("made in code") }

  override func viewDidLoad() {
    super.viewDidLoad()
    for field in [name, notes, volume, isPublic, greeting] { view.addSubview(field) }
    navigationItem.rightBarButtonItem = reset

    profile.name.bond(with: name, \.text)
    profile.notes.bond(with: notes, \.text)
    profile.volume.bond(with: volume, \.value)
    profile.isPublic.bond(with: isPublic, \.isOn)

    profile.name.receiver.map { "Hello, \($0)!" }.bind(to: \.text, on: greeting)
    reset.receiver().listen(with: self) { controller, _ in controller.profile.name.value = "" }
  }
}
