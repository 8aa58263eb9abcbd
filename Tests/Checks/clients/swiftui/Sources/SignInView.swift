import Airwave
import AirwaveUI
import SwiftUI

@MainActor
final class SignInModel {
  let name = Variable("")
  let password = Variable("")
  let canSignIn: Receiver<Bool>
  private(set) var signedInName: String?

  init() {
    canSignIn = name.receiver.combineLatest(password.receiver)
      .map { name, password in !name.isEmpty && password.count >= 8 }
      .skipRepeats()
  }

  func signIn() { signedInName = name.value }
}

/// Lets the button be tapped once both fields are filled in.
struct SignInView: View {
  private let model: SignInModel
  @Latest private var canSignIn: Bool

  init(model: SignInModel) {
    self.model = model
    _canSignIn = Latest(wrappedValue: false, model.canSignIn)
  }

  var body: some View {
    TextField("Name", text: model.name.binding)
    SecureField("Password", text: model.password.binding)
    Button("Sign in") { model.signIn() }
      .disabled(!canSignIn)
  }
}
