import Airwave
import AirwaveUI
import Observation
import SwiftUI

nonisolated struct Hobby: Identifiable {
  var id: Int
  var title: String
}

/// A model with observable properties. A variable among them is observed by itself, and has a receiver beside its
/// value.
@MainActor @Observable
final class Profile {
  @ObservationIgnored let nameVariable = Variable("Ada")
  @ObservationIgnored @Variable private(set) var hobbies: [Hobby] = []
  var isPublic = false

  var name: String { nameVariable.value }

  func add(_ title: String) {
    hobbies.append(Hobby(id: hobbies.count, title: title))
  }
}

/// A form and a list on one model.
struct ProfileView: View {
  let profile: Profile
  @State private var message = ""

  var body: some View {
    Form {
      TextField("Name", text: profile.nameVariable.binding)
      Button("Add chess") { profile.add("chess") }
      Text("Hello, \(profile.name)! \(message)")
    }
    .onReceive(profile.$hobbies.skip(count: 1).map(\.count)) { message = "\($0) hobbies" }
    List(profile.hobbies) { hobby in Text(hobby.title) }
  }
}
