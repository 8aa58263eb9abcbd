#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !targetEnvironment(macCatalyst))
import Airwave
import AirwaveFoundation
import Foundation
import ObjectiveC

/// The target of an object that does not retain its targets: the object holds it as an association.
@MainActor
final class ActionTarget: NSObject {
  static let action = #selector(ActionTarget.act)

  /// Hears each action.
  let receiver: Receiver<Void>
  private let transmitter: Transmitter<Void>

  /// What the object had as its one target and action before.
  private(set) weak var previousTarget: AnyObject?
  let previousAction: Selector?

  init(of sender: NSObject, insteadOf target: AnyObject? = nil, _ action: Selector? = nil) {
    (transmitter, receiver) = Receiver<Void>.make()
    previousTarget = target
    previousAction = action
    super.init()
    Association.add(self, to: sender)
  }

  @objc func act() { transmitter.broadcast(()) }
}

extension Receiver<Void> {
  /// Makes a receiver of the actions of an object that has one target. Several receivers share it. When the last
  /// listener has left, the object has its former target again.
  @MainActor
  static func actions<Sender: NSObject>(
    of sender: Sender,
    target: ReferenceWritableKeyPath<Sender, AnyObject?>,
    action: ReferenceWritableKeyPath<Sender, Selector?>
  ) -> Receiver<Void> {
    .onMain { [weak sender] transmitter in
      guard let sender else { return {} }
      let shared = sender[keyPath: target] as? ActionTarget
      let own = shared ?? ActionTarget(of: sender, insteadOf: sender[keyPath: target], sender[keyPath: action])
      if shared == nil {
        sender[keyPath: target] = own
        sender[keyPath: action] = ActionTarget.action
      }
      let listening = own.receiver.forward(to: transmitter)
      return { [weak sender, weak own] in
        listening.dispose()
        guard let sender, let own, own.receiver.listenerCount == 0 else { return }
        if sender[keyPath: target] === own {
          sender[keyPath: target] = own.previousTarget
          sender[keyPath: action] = own.previousAction
        }
        Association.remove(own, from: sender)
      }
    }
  }
}
#endif
