// rejected: call to main actor-isolated instance method 'receiver()'
import Airwave
import AirwaveUI
import AppKit

nonisolated func hear(_ button: NSButton) {
  _ = button.receiver()
}
