// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// One object with all its stored values and the IDs it is related to.
struct ObjectDump {
  private let entity: String
  private let id: String
  private let values: [String: JSONValue]
  private let relationships: [String: JSONValue]

  init(_ object: NSManagedObject) {
    entity = object.entity.name ?? ""
    id = object.objectID.uriRepresentation().absoluteString
    values = object.entity.attributesByName.filter { !$0.value.isTransient }.mapValues {
      Self.value(of: $0, object)
    }
    relationships = object.entity.relationshipsByName.filter { !$0.value.isTransient }.mapValues {
      Self.members(of: $0, object)
    }
  }

  var json: JSONValue {
    [
      "entity": .string(entity), "id": .string(id), "values": .object(values),
      "relationships": .object(relationships),
    ]
  }

  /// `Country p1  alpha2: FR, name: France, subdivisions: 127 objects`
  var text: String {
    let number = id.split(separator: "/").last.map(String.init) ?? id
    let parts = values.merging(relationships) { value, _ in value }.sorted { $0.key < $1.key }
      .map { "\($0.key): \(Self.text($0.value))" }
    return "\(entity) \(number)  " + parts.joined(separator: ", ")
  }

  private static func value(
    of attribute: NSAttributeDescription, _ object: NSManagedObject
  ) -> JSONValue {
    let value = object.value(forKey: attribute.name)
    if attribute.attributeType == .booleanAttributeType, let number = value as? NSNumber {
      return .bool(number.boolValue)
    }
    return JSONValue(foundation: value)
  }

  private static func members(
    of relationship: NSRelationshipDescription, _ object: NSManagedObject
  ) -> JSONValue {
    let ids = object.objectIDs(forRelationshipNamed: relationship.name).map {
      $0.uriRepresentation().absoluteString
    }
    guard relationship.isToMany else { return JSONValue(ids.first) }
    return JSONValue(relationship.isOrdered ? ids : ids.sorted())
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "–"
    case .bool(let value): value ? "yes" : "no"
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .string(let value):
      value.hasPrefix("x-coredata:")
        ? value.split(separator: "/").suffix(2).joined(separator: " ") : value
    case .array(let values): Figures.count(values.count, "object")
    case .object(let members): Figures.count(members.count, "value")
    }
  }
}
