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

extension NSManagedObjectContext {
  /// True if reading a property of one of the context's objects within `withObservationTracking` is noted,
  /// and a change of that property ends the observation. False by default. Our addition.
  ///
  /// ```swift
  /// context.tracksObservation = true
  /// withObservationTracking {
  ///   show(employee.name)
  /// } onChange: {
  ///   redraw()
  /// }
  /// ```
  ///
  /// What counts as a change is what ``NSManagedObject/objectWillChange`` sends for: setting the property,
  /// from either side of a relationship, undo, rollback, a refresh, a merge, a deletion, a reset. The
  /// function is called before it, on the context's queue. While true each read takes some 100 ns more,
  /// which nothing else pays. Use it on the context's queue; it counts for the objects that are there, and
  /// for those that come.
  public final var tracksObservation: Bool {
    get { confined().identityMap.enrolled.contains(.tracked) }
    set {
      ReadTracking.begin()
      let map = confined().identityMap
      if newValue { map.enrolled.insert(.tracked) } else { map.enrolled.remove(.tracked) }
      for object in map.objects() { object.track(newValue) }
    }
  }
}

extension NSManagedObject {
  final func track(_ isTracked: Bool) { state.track(isTracked) }
}
