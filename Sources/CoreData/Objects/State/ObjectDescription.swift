// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import QueryLowering
import StoreInterface

/// The text of an object for people; never loads anything (R-CTX-226).
enum ObjectDescription {
  static func text(of object: NSManagedObject) -> String {
    let address = String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
    let id = object.objectID
    return "<\(type(of: object)): 0x\(address)> (entity: \(object.layout.schema.name); id: "
      + "\(id.description); data: \(data(of: object)))"
  }

  /// The same as labels and texts.
  static func children(of object: NSManagedObject) -> [(label: String?, value: Any)] {
    let head: [(label: String?, value: Any)] = [
      ("entity", object.layout.schema.name), ("objectID", object.objectID.description),
    ]
    guard !object.isCurrentlyFault else { return head + [("values", "<fault>")] }
    return head
      + object.layout.properties.filter { $0.kind != .fetched }
      .map { ($0.name, value(of: object, $0)) }
  }

  private static func data(of object: NSManagedObject) -> String {
    guard !object.isCurrentlyFault else { return "<fault>" }
    let parts = object.layout.properties.filter { $0.kind != .fetched }.map {
      "\($0.name) = \(value(of: object, $0));"
    }
    return "{ \(parts.joined(separator: " ")) }"
  }

  private static func value(of object: NSManagedObject, _ record: PropertyRecord) -> String {
    if object.flags.contains(.realised) || object.context == nil {
      switch record.kind {
      case .toMany: return toMany(object, record)
      case .toOne:
        return object.toOne(record.index).map { "\($0.objectID.uriRepresentation())" } ?? "nil"
      case .attribute where record.link != nil: return link(object, record)
      default: return object.propertyValue(record.index).map { "\($0)" } ?? "nil"
      }
    }
    return "nil"
  }

  private static func link(_ object: NSManagedObject, _ record: PropertyRecord) -> String {
    let uris = object.linkURIs(record.index)
    if record.link == .toOne { return uris.first ?? "nil" }
    return "(\(uris.joined(separator: ", ")))"
  }

  private static func toMany(_ object: NSManagedObject, _ record: PropertyRecord) -> String {
    let value = object.toMany(record.index)
    return value.isFault
      ? "<relationship fault: '\(record.name)'>"
      : "(\(value.members.map { "\($0.objectID.uriRepresentation())" }.joined(separator: ", ")))"
  }
}
