import Foundation

/// Ends the process of an exit test by a signal if it is still running after twenty minutes, because a thread of it
/// waits for itself. A passing run takes seconds.
func limitRunTime() {
  alarm(watchdogSeconds)
}

private let watchdogSeconds: UInt32 = 1_200
