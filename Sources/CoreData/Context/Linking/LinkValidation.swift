// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The model's rules for links, as errors that name entity and key.
enum LinkValidation {
  /// Checks a link of an object that is going to be saved: that a mandatory one is set, and what it
  /// has been set to. A link that was broken since is no reason to refuse other changes.
  static func check(_ record: PropertyRecord, of object: NSManagedObject) throws {
    let uris = object.linkURIs(record.index)
    let isChanged = object.changed.contains(record.index)
    guard !uris.isEmpty, isChanged else {
      var none: Any?
      return uris.isEmpty ? try object.validateValue(&none, forKey: record.name) : ()
    }
    try checkEntities(uris, record, of: object)
    let objects = object.context?.linked(uris, to: record) ?? []
    try requirePresence(of: uris, in: objects, record, of: object)
    if objects.isEmpty { return }
    try checkValue(record, of: object)
  }

  /// A new destination that is not going to be saved is none; any other may be missing.
  private static func requirePresence(
    of uris: [String], in objects: [NSManagedObject], _ record: PropertyRecord,
    of object: NSManagedObject
  ) throws {
    guard objects.count < uris.count, let context = object.context else { return }
    let present = Set(objects.map(\.objectID))
    let missing = uris.filter { !(context.linkedID($0).map(present.contains) ?? false) }
    let isLost = missing.allSatisfy { context.temporaryKey($0) != nil }
    if isLost, objects.isEmpty, !record.isOptional {
      var none: Any?
      return try object.validateValue(&none, forKey: record.name)
    }
    guard !isLost, link(record)?.checksExistence == true else { return }
    throw error(
      record, of: object, value: missing[0],
      "leads to \(missing.joined(separator: ", ")), which does not exist.")
  }

  /// Checks a value of a client, an object or a collection of such.
  static func check(_ value: Any, _ record: PropertyRecord, of object: NSManagedObject) throws {
    guard let cell = record.cell(value) else {
      throw error(record, of: object, value: value, "cannot hold a \(type(of: value)).")
    }
    try checkEntities(LinkCoding.uris(cell), record, of: object)
  }

  /// The rules of the model and of the object's class, for what the link reads as.
  private static func checkValue(_ record: PropertyRecord, of object: NSManagedObject) throws {
    let before = object.linkValue(record.index)
    var value = before
    try object.validateValue(&value, forKey: record.name)
    if !ContentEquality.equal(before, value) { object.setValue(value, forKey: record.name) }
  }

  private static func checkEntities(
    _ uris: [String], _ record: PropertyRecord, of object: NSManagedObject
  ) throws {
    for uri in uris {
      guard let key = object.context?.linkedKey(uri) else { continue }
      let entity = object.context?.registered(key)?.layout.number ?? UInt32(key.entity)
      if record.destinations.contains(entity) { continue }
      let name = object.layout.model[Int(entity)].schema.name
      throw error(
        record, of: object, value: uri,
        "cannot lead to a \(name), but only to a \(link(record)?.destinationEntityName ?? "").")
    }
  }

  private static func link(_ record: PropertyRecord) -> LinkDescription? {
    record.description as? LinkDescription
  }

  private static func error(
    _ record: PropertyRecord, of object: NSManagedObject, value: Any, _ problem: String
  ) -> CocoaError {
    CocoaError.validation(
      .managedObjectValidation, object: object, key: record.name, value: value,
      text: "The link \(record.name) of \(object.layout.schema.name) \(problem)")
  }
}
