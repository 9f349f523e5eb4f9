// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// What the two record stores keep: records by name, and the metadata, in a property list.
struct RecordFile {
  /// One object. Relationships are lists of names in their order; a name begins with the entity of
  /// its object.
  struct Record {
    var entity: String
    var version: UInt64 = 1
    var values: [String: Any] = [:]
    var related: [String: [String]] = [:]
  }

  var metadata: [String: Any] = [:]
  var records: [String: Record] = [:]
  /// How many names were given.
  var last = 0

  init() {}

  /// Reads a file; none, or an empty one, is a new store.
  init(_ url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    let data = try Data(contentsOf: url)
    guard !data.isEmpty else { return }
    guard
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any], let records = list["records"] as? [String: [String: Any]],
      let metadata = list["metadata"] as? [String: Any]
    else { throw CocoaError(.fileReadCorruptFile) }
    self.metadata = metadata
    last = list["last"] as? Int ?? 0
    self.records = try records.mapValues(RecordFile.record)
  }

  func write(to url: URL) throws {
    let list: [String: Any] = [
      "metadata": metadata, "last": last, "records": records.mapValues(RecordFile.list),
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    try data.write(to: url, options: .atomic)
  }

  /// A name for a new object.
  mutating func newName() -> String {
    last += 1
    return "record \(last)"
  }

  // MARK: - Records

  private static func record(_ list: [String: Any]) throws -> Record {
    guard let entity = list["entity"] as? String, let version = list["version"] as? Int,
      let values = list["values"] as? [String: Any],
      let related = list["related"] as? [String: [String]]
    else { throw CocoaError(.fileReadCorruptFile) }
    return Record(
      entity: entity, version: UInt64(version), values: values.compactMapValues(value),
      related: related)
  }

  private static func list(_ record: Record) -> [String: Any] {
    [
      "entity": record.entity, "version": Int(record.version),
      "values": record.values.mapValues(stored), "related": record.related,
    ]
  }

  // MARK: - Values

  /// Numbers that property lists do not keep exactly are kept as bits, other types as text.
  private static func stored(_ value: Any) -> Any {
    switch value {
    case let data as Data: data
    case let text as String: text
    case let date as Date: ["date", String(date.timeIntervalSinceReferenceDate.bitPattern)]
    case let decimal as NSDecimalNumber: ["decimal", decimal.stringValue]
    case let decimal as Decimal: ["decimal", "\(decimal)"]
    case let uuid as UUID: ["uuid", uuid.uuidString]
    case let url as URL: ["uri", url.absoluteString]
    case let composite as [String: Any]: composite.mapValues(stored)
    default: number(value)
    }
  }

  private static func number(_ value: Any) -> [String] {
    let number: NSNumber? =
      switch value {
      case let number as NSNumber: number
      case let integer as any BinaryInteger: NSNumber(value: Int64(integer))
      case let float as any BinaryFloatingPoint: NSNumber(value: Double(float))
      case let flag as Bool: NSNumber(value: flag)
      default: nil
      }
    guard let number else { preconditionFailure("A \(type(of: value)) cannot be stored.") }
    return switch String(cString: number.objCType) {
    case "d", "f": ["double", String(number.doubleValue.bitPattern)]
    default: ["integer", "\(number.int64Value)"]
    }
  }

  private static func value(_ stored: Any) -> Any? {
    if let composite = stored as? [String: Any] { return composite.compactMapValues(value) }
    guard let pair = stored as? [String], pair.count == 2 else { return stored }
    return switch pair[0] {
    case "date":
      UInt64(pair[1]).map {
        Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))
      }
    case "decimal": NSDecimalNumber(string: pair[1])
    case "uuid": UUID(uuidString: pair[1])
    case "uri": URL(string: pair[1])
    case "double": UInt64(pair[1]).map { NSNumber(value: Double(bitPattern: $0)) }
    default: Int64(pair[1]).map { NSNumber(value: $0) }
    }
  }
}

extension RecordFile.Record {
  /// An object's values; relationships by the names that the store gives.
  init(_ object: NSManagedObject, name: (NSManagedObjectID) -> String) {
    entity = object.entity.name ?? ""
    for (key, attribute) in object.entity.attributesByName where !attribute.isTransient {
      values[key] = object.value(forKey: key)
    }
    for (key, relationship) in object.entity.relationshipsByName {
      let members: [NSManagedObject] =
        switch object.value(forKey: key) {
        case let object as NSManagedObject: [object]
        case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSManagedObject }
        case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
        default: []
        }
      let names = members.map { name($0.objectID) }
      related[key] = relationship.isOrdered ? names : names.sorted()
    }
  }
}
