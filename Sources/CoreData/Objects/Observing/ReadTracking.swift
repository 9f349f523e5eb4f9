// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Observation
import Synchronization

/// Reads within `withObservationTracking` are noted in contexts that were told to:
/// ``NSManagedObjectContext/tracksObservation``. Our addition.
extension NSManagedObject: Observable {
  /// Stands for a property of an object in key paths of the observation's registrar. It has no value.
  fileprivate final subscript(observed property: ObservedProperty) -> Void { () }
}

/// A property of an object, by identity and index.
private struct ObservedProperty: Hashable {
  let object: ObjectIdentifier
  let index: Int
}

/// The record of what is read within `withObservationTracking`, of all contexts.
///
/// One registrar for all, since its entries are key paths, and these tell the object. An object that dies
/// leaves entries behind until their observation ends; another one at its address may end it early, which
/// costs a call.
enum ReadTracking {
  private static let registrar = ObservationRegistrar()
  private static let used = Atomic<Bool>(false)

  /// True once a context has had reads noted.
  static var isUsed: Bool { used.load(ordering: .relaxed) }

  static func begin() { used.store(true, ordering: .relaxed) }

  /// A property is being read: noted if that happens within `withObservationTracking`.
  static func noteRead(of index: Int, _ object: NSManagedObject) {
    registrar.access(object, keyPath: keyPath(index, object))
  }

  /// A property, or all for nil, is about to change.
  static func noteChange(of index: Int?, _ object: NSManagedObject) {
    if let index { return registrar.willSet(object, keyPath: keyPath(index, object)) }
    for index in 0..<object.layout.count {
      registrar.willSet(object, keyPath: keyPath(index, object))
    }
  }

  private static func keyPath(
    _ index: Int, _ object: NSManagedObject
  ) -> KeyPath<NSManagedObject, Void> {
    \NSManagedObject.[observed: ObservedProperty(object: ObjectIdentifier(object), index: index)]
  }
}

extension NSManagedObject {
  final func track(_ isTracked: Bool) { state.track(isTracked) }
}
