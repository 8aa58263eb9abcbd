#if canImport(ObjectiveC)
public import Airwave
public import Foundation
import ObjectiveC

extension NSObjectProtocol where Self: NSObject & Sendable {
  /// Makes a receiver of a property by key-value observation: the present value first, and then the value after each
  /// change.
  ///
  /// ```swift compile
  /// import AirwaveFoundation
  /// import Foundation
  /// import ObjectiveC
  ///
  /// let progress = Progress(totalUnitCount: 4)
  /// progress.receiver(for: \.fractionCompleted).listen { print($0) }
  /// progress.completedUnitCount = 1
  /// ```
  ///
  /// All listeners share one observer, which is removed after the last listener has left. Each change reads the
  /// property once, on the thread that changes it, one change after the other. If several threads change the property
  /// at the same time, values in between may be missing, and the newest value may be heard twice, but it is always
  /// heard last. A listener that joins later hears the newest value first.
  ///
  /// The object is held weakly: the receiver finishes when the object is deinitialized.
  ///
  /// - Parameters:
  ///   - keyPath: The property, which must be `@objc` and `dynamic`, or be documented as one that can be observed.
  ///     Another property stops the program.
  ///   - fileID: The file that the inspector shows for the source. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the source.
  /// - Returns: A receiver of the values.
  /// - Complexity: One read for each change, and O(1) for each listener; keeps one value.
  public func receiver<Value: Sendable>(
    for keyPath: any KeyPath<Self, Value> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Receiver<Value> {
    Receiver<Void>.create(fileID: fileID, line: line) { [weak self] transmitter in
      guard let self else { return Disposable {} }
      let observation = beginObserving(keyPath) { transmitter.broadcast(()) }
      // After the observer is added: no change is missed in between.
      transmitter.broadcast(())
      // Key-value observation lets any thread remove an observer.
      return Disposable(onAnyThread: { [weak self, weak observation] in self?.endObserving(observation) })
    }
    .compactMap { [weak self] in self?[keyPath: keyPath] }
    .share(strategy: .warm(upTo: 1))
  }

  /// Makes a receiver of a property of an object of the main actor, such as a view, by key-value observation: the
  /// present value first, and then the value after each change.
  ///
  /// ```swift compile
  /// import AirwaveFoundation
  /// import UIKit
  ///
  /// let list = UIScrollView()
  /// list.receiver(for: \.contentSize).listen { print($0.height) }
  /// ```
  ///
  /// The property is read on the main actor, for each listener: at once if it is changed there, and otherwise a little
  /// later. Otherwise this works as for a property that any thread may read.
  ///
  /// - Parameters:
  ///   - keyPath: The property, which must be `@objc` and `dynamic`, or be documented as one that can be observed.
  ///     Another property stops the program.
  ///   - fileID: The file that the inspector shows for the source. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the source.
  /// - Returns: A receiver of the values.
  /// - Complexity: One read for each listener, and one for each change and listener; keeps nothing.
  @MainActor
  public func receiver<Value: Sendable>(
    for keyPath: KeyPath<Self, Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Receiver<Value> {
    changes(of: keyPath, fileID: fileID, line: line).reading { [weak self] in self?[keyPath: keyPath] }
  }

  /// Makes a receiver that broadcasts on the main actor when a property has changed.
  @MainActor
  package func changes<Value>(
    of keyPath: KeyPath<Self, Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Receiver<Void> {
    .onMain(fileID: fileID, line: line) { [weak self] transmitter in
      guard let self else { return {} }
      let observation = beginObserving(keyPath) { onMainActor { transmitter.broadcast(()) } }
      return { [weak self, weak observation] in self?.endObserving(observation) }
    }
  }

  /// The object alone retains the observation, which retains the closure: both are released with the object.
  private func beginObserving<Value>(
    _ keyPath: KeyPath<Self, Value>,
    _ onChange: @escaping @Sendable () -> Void
  ) -> NSKeyValueObservation {
    let observation = observe(keyPath) { _, _ in onChange() }
    Association.add(observation, to: self)
    return observation
  }

  private func endObserving(_ observation: NSKeyValueObservation?) {
    guard let observation else { return }
    observation.invalidate()
    Association.remove(observation, from: self)
  }
}
#endif
