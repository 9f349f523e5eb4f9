// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import QueryLowering
import StoreInterface

/// A frozen model as predicates see it.
///
/// A class, since every step of a lowering hands it on: a copy of a structure would count references to
/// what all threads use.
final class StoredModel: PredicateModel {
  /// By the numbers of their entities.
  let layouts: [PropertyLayout]
  /// Whose stores the objects of predicates live in.
  let coordinator: NSPersistentStoreCoordinator?

  init(layouts: [PropertyLayout], coordinator: NSPersistentStoreCoordinator?) {
    self.layouts = layouts
    self.coordinator = coordinator
  }

  func entity(_ index: Int) -> any NamedEntity { layouts[index] }

  func key(of constant: Any) -> ObjectKey? {
    switch constant {
    case let object as NSManagedObject:
      if object.key.isTemporary { return object.map?.family.counterpart(of: object.key) }
      return key(of: object.objectID)
    case let id as NSManagedObjectID: return id.isTemporaryID ? nil : coordinator?.key(of: id)
    default:
      return Self.url(constant).flatMap { coordinator?.managedObjectID(forURIRepresentation: $0) }
        .flatMap { key(of: $0) }
    }
  }

  func isObject(_ constant: Any) -> Bool {
    constant is NSManagedObject || constant is NSManagedObjectID
      || Self.url(constant)?.scheme == "x-coredata"
  }

  /// Returns a constant that is a URL. Of the exact types: whether a value of another is bridged to a URL
  /// is looked for among the conformances of all libraries, once for each type.
  private static func url(_ constant: Any) -> URL? {
    if type(of: constant) is AnyClass { return (constant as? NSURL).map { $0 as URL } }
    let type = type(of: constant)
    guard type == URL.self || type == URL?.self || type == NSURL?.self || type == AnyHashable.self
    else { return nil }
    return constant as? URL
  }

  func entityName(of constant: Any) -> String? { (constant as? NSEntityDescription)?.name }

  func link(_ property: PropertyNumber) -> LinkKind? {
    layouts[property.entity].properties[property.property].link
  }

  func references(to constant: Any) -> [String]? {
    guard let uri = LinkCoding.uri(of: constant) else { return nil }
    guard let key = key(of: constant), let coordinator else { return [uri] }
    return coordinator.uris(of: key)
  }

  func linkMember(_ uri: String) -> String { LinkCoding.member(uri) }

  func data(_ constant: Any, of property: PropertyNumber) -> Data? {
    let record = layouts[property.entity].properties[property.property]
    return TransformableCoding.comparableData(constant, of: record.description)
  }
}

extension PropertyLayout: NamedEntity {
  func property(named name: String) -> NamedProperty? {
    guard let record = record(named: name) else { return nil }
    let number = PropertyNumber(entity: index, property: record.index)
    switch record.kind {
    case .composite where !record.isTransient && !record.leaves.isEmpty:
      return .composite(
        record.leaves.map { .init(path: $0.path, type: $0.type, slot: $0.slot) }, number)
    case .attribute where record.column >= 0:
      return record.type.map { .attribute(record.column, $0, number) } ?? .unstored
    case .toOne where record.column >= 0:
      return .toOne(record.column, destination: record.destination)
    case .toMany where record.column >= 0:
      return .toMany(record.column, destination: record.destination)
    default: return .unstored
    }
  }
}
