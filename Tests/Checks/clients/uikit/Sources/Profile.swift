import Airwave

/// What the form shows, and other parts of the app set.
@MainActor
final class Profile {
  let name = Variable("Ada")
  let notes = Variable("")
  let volume = Variable<Float>(0.5)
  let isPublic = Variable(false)
}
