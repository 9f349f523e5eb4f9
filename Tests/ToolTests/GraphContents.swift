// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// All that the stores of a context hold, by values alone: which IDs objects have, and in which order
/// they come, makes no difference.
///
/// Each object is a line of its values; related objects stand in it as the checksums of theirs, in
/// order where the relationship is ordered.
struct GraphContents: Equatable {
  /// Objects by entity.
  private(set) var counts: [String: Int] = [:]
  /// Related pairs by `Entity.relationship`.
  private(set) var pairs: [String: Int] = [:]
  /// Whether no two objects have the same values: else their relationships could be exchanged.
  private(set) var isUnambiguous = true
  private(set) var checksum: UInt64 = 0

  init(_ context: NSManagedObjectContext) throws {
    let entities = context.persistentStoreCoordinator?.managedObjectModel.entities ?? []
    var values: [NSManagedObjectID: UInt64] = [:]
    var objects: [NSManagedObject] = []
    for name in entities.compactMap(\.name) {
      let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name))
      counts[name] = found.count
      for object in found { values[object.objectID] = Self.values(of: object) }
      objects += found
    }
    isUnambiguous = Set(values.values).count == objects.count
    // The sum does not depend on the order.
    for object in objects { checksum &+= line(of: object, values) }
  }

  private static func values(of object: NSManagedObject) -> UInt64 {
    var hash = TextHash(object.entity.name ?? "")
    hash.add(object.objectID.persistentStore?.configurationName ?? "")
    for key in object.entity.attributesByName.keys.sorted() {
      hash.add(key)
      hash.add(text(object.value(forKey: key)))
    }
    return hash.value
  }

  private mutating func line(
    of object: NSManagedObject, _ values: [NSManagedObjectID: UInt64]
  ) -> UInt64 {
    var hash = TextHash("\(values[object.objectID] ?? 0)")
    for (key, relationship) in object.entity.relationshipsByName.sorted(by: { $0.key < $1.key }) {
      let members: [NSManagedObject] =
        switch object.value(forKey: key) {
        case let other as NSManagedObject: [other]
        case let ordered as NSOrderedSet: ordered.compactMap { $0 as? NSManagedObject }
        case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
        default: []
        }
      pairs["\(object.entity.name ?? "").\(key)", default: 0] += members.count
      let sums = members.map { values[$0.objectID] ?? 0 }
      hash.add(key)
      hash.add("\(relationship.isOrdered ? sums : sums.sorted())")
    }
    return hash.value
  }

  /// Exact: numbers and times by their bits.
  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: "–"
    case let text as String: "'\(text)"
    case let date as Date: "d\(date.timeIntervalSinceReferenceDate.bitPattern)"
    case let decimal as NSDecimalNumber: "n\(decimal.stringValue)"
    case let number as NSNumber: "b\(number.doubleValue.bitPattern)"
    case let value?: "\(type(of: value)) \(value)"
    }
  }

  /// A 64-bit checksum of texts (FNV-1a), the same in every process.
  private struct TextHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ text: String) { add(text) }

    mutating func add(_ text: String) {
      for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
      value = (value ^ 0xFF) &* 0x100_0000_01B3
    }
  }
}
