// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A store that a history was read from, as far as what it says needs it afterwards; the coordinator
/// may be gone by then.
// Sendable: the model and its entities are frozen.
final class HistorySource: @unchecked Sendable {
  let reference: StoreReference
  let ordinal: Int
  private let model: NSManagedObjectModel

  init(_ store: NSPersistentStore, _ model: NSManagedObjectModel) {
    reference = store.reference
    ordinal = store.ordinal
    self.model = model
  }

  /// The source of transactions that nobody has made.
  static let nothing = HistorySource()

  private init() {
    reference = StoreReference(identifier: "", ordinal: 0)
    ordinal = 0
    model = HistoryEntities.change.managedObjectModel
    model.freezeForObjects()
  }

  func objectID(for key: ObjectKey) -> NSManagedObjectID {
    NSManagedObjectID(
      key: key, layout: model.orderedLayouts[key.entity], model: model, reference: reference)
  }

  func entity(of change: HistoryChange) -> NSEntityDescription {
    model.orderedEntities[change.key.entity]
  }

  func entityName(of change: HistoryChange) -> String {
    model.schema.entities[change.key.entity].name
  }

  /// Returns what an update has changed.
  func properties(of change: HistoryChange) -> Set<NSPropertyDescription> {
    let names = model.schema.history.entities[change.key.entity].properties
    let properties = entity(of: change).propertiesByName
    return Set(change.properties.slots.compactMap { properties[names[$0]] })
  }

  /// Returns what is kept of a deleted object, by the names of the attributes; nil for an entity of
  /// which nothing is.
  func tombstone(of change: HistoryChange) -> [AnyHashable: Any]? {
    let preserved = model.schema.history.entities[change.key.entity].preserved
    guard !preserved.isEmpty else { return nil }
    let attributes = model.schema.entities[change.key.entity].attributes
    let properties = entity(of: change).propertiesByName
    var values: [String: Any] = [:]
    for (index, value) in zip(preserved, change.tombstone) {
      let attribute = attributes[index]
      let path = attribute.name.split(separator: ".").map(String.init)
      guard let property = path.first.flatMap({ properties[$0] }),
        let value = PreservedValue.of(value, type: attribute.type, property)
      else { continue }
      CompositeCoding.set(value, at: path[...], in: &values)
    }
    return values
  }
}

/// A kept value as clients know it from their objects.
private enum PreservedValue {
  /// Nil for a value that was nil, and for one that its transformer cannot read.
  static func of(
    _ value: AttributeValue, type: AttributeType, _ property: NSPropertyDescription
  ) -> Any? {
    switch value {
    case .null, .reference: nil
    case .integer(let number): PropertyValue.integer(number).clientValue(type: type)
    case .double(let number), .date(let number):
      PropertyValue.double(number).clientValue(type: type)
    case .decimal(let number): NSDecimalNumber(decimal: number)
    case .string(let text): type == .uri ? URL(string: text) : text
    case .data(let data):
      type == .transformable ? TransformableCoding.value(data, of: property) : data
    case .uuid(let uuid): uuid
    }
  }
}
