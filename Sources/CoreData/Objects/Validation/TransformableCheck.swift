// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives
import Foundation
import StoreInterface

/// Refuses values of transformable attributes that a store would take and nobody could read again
/// (R-MOD-110).
enum TransformableCheck {
  /// The form that a transformer gives a value.
  enum Form {
    /// Data that can be read again; nil if the transformer of the check is not that of the row.
    case data(Data?)
    /// Nothing: the store has NULL.
    case null
    /// A value that would be lost, with the reason.
    case refused(String)
  }

  /// Throws 1550 for a changed value of an object that would be lost. The others keep their bytes for the
  /// row, which is packed next.
  static func run(_ object: NSManagedObject) throws {
    for record in object.layout.properties where record.type == .transformable {
      guard object.changed.contains(record.index), record.slot >= 0,
        case .boxed(let box) = object.cells[record.index]
      else { continue }
      let value = box.value
      switch form(of: value, record.description, allowed(object)) {
      case .data(nil): break
      case .data(let data): keep(data, of: value, in: object, record.index)
      case .null: keep(nil, of: value, in: object, record.index)
      case .refused(let reason):
        throw CocoaError.validation(
          .managedObjectValidation, object: object, key: record.name, value: value,
          text: "\(record.name) of \(object.layout.schema.name) cannot be stored: \(reason)")
      }
    }
    for record in object.layout.properties where record.kind == .composite {
      guard object.changed.contains(record.index), record.isPersistent,
        case .boxed(let box) = object.cells[record.index], let values = box.value as? [String: Any],
        let problem = problem(with: values, of: record, allowed(object))
      else { continue }
      throw problem.error(of: object)
    }
  }

  private static func keep(
    _ data: Data?, of value: Any, in object: NSManagedObject, _ index: Int
  ) {
    object.place(.boxed(TransformedBox(value, data: data)), index)
  }

  /// The first element of a composite that would be lost.
  static func problem(
    with values: [String: Any], of record: PropertyRecord,
    _ allowed: ArchivedClasses? = ArchivedClasses()
  ) -> ElementProblem? {
    for leaf in record.leaves where leaf.type == .transformable {
      guard let value = CompositeCoding.value(at: leaf.path[...], in: values),
        case .refused(let reason) = form(of: value, leaf.attribute, allowed)
      else { continue }
      let path = leaf.keyPath(in: record)
      return ElementProblem(path: path, value: value, text: "\(path) cannot be stored: \(reason)")
    }
    return nil
  }

  /// - Parameter allowed: what may be read besides the classes of the transformer; nil: anything.
  static func form(
    of value: Any, _ property: NSPropertyDescription,
    _ allowed: ArchivedClasses? = ArchivedClasses()
  ) -> Form {
    guard let transformer = TransformableCoding.transformer(of: property) else {
      return .refused("its value transformer \(name(of: property)) is not registered.")
    }
    if transformer is KeyedUnarchiveFromDataTransformer, allowed?.areSecure != true {
      return archived(value, of: property, by: transformer, isTrusted: allowed == nil)
    }
    guard let own = secured(transformer) else {
      guard let result = transformer.transformedValue(value) else { return .null }
      return (result as? Data).map { .data($0) } ?? .refused(noData(value, property))
    }
    guard let result = own.reverseTransformedValue(value) else {
      // A subclass may leave out what could well be archived.
      let isChoice = NSSecureUnarchiveFromDataTransformer().reverseTransformedValue(value) != nil
      return isChoice ? .null : .refused(noData(value, property))
    }
    guard let data = result as? Data else { return .refused(noData(value, property)) }
    let kept = own === transformer ? data : nil
    guard let allowed, !allowed.isEvery else { return .data(kept) }
    let form = readable(
      data, value: value, property: property, transformer: own, further: allowed.classes)
    if case .data = form { return .data(kept) }
    return form
  }

  /// A binary store reads nothing without secure coding.
  private static func secured(
    _ transformer: ValueTransformer
  ) -> NSSecureUnarchiveFromDataTransformer? {
    transformer is KeyedUnarchiveFromDataTransformer
      ? NSSecureUnarchiveFromDataTransformer()
      : transformer as? NSSecureUnarchiveFromDataTransformer
  }

  /// The form of a value of any class: this program must have the classes, by their names.
  private static func archived(
    _ value: Any, of property: NSPropertyDescription, by transformer: ValueTransformer,
    isTrusted: Bool
  ) -> Form {
    guard let data = transformer.reverseTransformedValue(value) as? Data else {
      return .refused(noData(value, property))
    }
    do {
      if !isTrusted { try KeyedArchive.requireCoding(in: data) }
      return .data(data)
    } catch KeyedArchive.Obstacle.refusedClass(let name) {
      return .refused(
        "no class of this program could be found by the name \(name), so that it would be read as "
          + "nil. Classes within functions and private ones cannot.")
    } catch {
      return .refused("the archive of this \(type(of: value)) could not be read again.")
    }
  }

  private static func readable(
    _ data: Data, value: Any, property: NSPropertyDescription,
    transformer: NSSecureUnarchiveFromDataTransformer, further: [AnyClass]
  ) -> Form {
    var obstacle: any Error = KeyedArchive.Obstacle.unreadable
    do {
      let classes = type(of: transformer).allowedTopLevelClasses + further
      if try isReadable(data, classes: classes, transformer: transformer) { return .data(data) }
    } catch {
      obstacle = error
    }
    // A subclass may read in its own way.
    if transformer.transformedValue(data) != nil { return .data(data) }
    guard case KeyedArchive.Obstacle.refusedClass(let name) = obstacle else {
      return .refused(
        "its value transformer \(self.name(of: property)) could not read the archive of this "
          + "\(type(of: value)) again.")
    }
    return .refused(
      "its value transformer \(self.name(of: property)) does not allow the class \(name), so that "
        + "it would be read as nil. Name a subclass of NSSecureUnarchiveFromDataTransformer that "
        + "has the class among its allowedTopLevelClasses.")
  }

  /// The library's own transformer takes all that archives hold as plain values, so that the classes
  /// tell; others have to read the archive.
  private static func isReadable(
    _ data: Data, classes: [AnyClass], transformer: NSSecureUnarchiveFromDataTransformer
  ) throws -> Bool {
    guard type(of: transformer) == NSSecureUnarchiveFromDataTransformer.self else {
      return try KeyedArchive.value(data, classes: classes) != nil
    }
    try KeyedArchive.requireClasses(classes, in: data)
    return true
  }

  private static func noData(_ value: Any, _ property: NSPropertyDescription) -> String {
    "its value transformer \(name(of: property)) cannot turn a \(type(of: value)) into data."
  }

  private static func name(of property: NSPropertyDescription) -> String {
    let name = (property as? NSAttributeDescription)?.valueTransformerName ?? ""
    return name.isEmpty ? "NSKeyedUnarchiveFromData" : name
  }

  /// Returns the classes that the object's store reads beyond those of transformers; nil where that
  /// is not for the library to say: in client stores, which are given values, and before the store
  /// is known.
  private static func allowed(_ object: NSManagedObject) -> ArchivedClasses? {
    guard !object.key.isTemporary else { return nil }
    let stores = object.context?.coordinator?.persistentStores ?? []
    return stores.first { $0.ordinal == object.key.store }?.archivedClasses
  }
}

/// The classes that a store's archives may hold besides those that transformers allow.
struct ArchivedClasses {
  var classes: [AnyClass] = []
  /// True if any class is decoded.
  var isEvery = false
  /// True if classes without secure coding are not decoded, whatever a transformer says.
  var areSecure = false
}
