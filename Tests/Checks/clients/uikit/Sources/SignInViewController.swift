import Airwave
import AirwaveUI
import UIKit

nonisolated struct Credentials: Equatable {
  var name: String
  var password: String

  var areComplete: Bool { !name.isEmpty && password.count >= 8 }
}

/// Lets the button be tapped once both fields are filled in.
final class SignInViewController: UIViewController {
  let name = UITextField()
  let password = UITextField()
  let button = UIButton()
  private let signIn: @MainActor (Credentials) -> Void

  init(signIn: @escaping @MainActor (Credentials) -> Void) {
    self.signIn = signIn
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("made in code") }

  override func viewDidLoad() {
    super.viewDidLoad()
    for control in [name, password, button] { view.addSubview(control) }

    let credentials = name.receiver(of: \.text)
      .combineLatest(password.receiver(of: \.text))
      .map { name, password in Credentials(name: name ?? "", password: password ?? "") }
    credentials.map(\.areComplete).bind(to: \.isEnabled, on: button)

    button.receiver(for: .touchUpInside)
      .withLatest(from: credentials)
      .map { _, credentials in credentials }
      .listen(with: self) { controller, credentials in controller.signIn(credentials) }
  }
}
