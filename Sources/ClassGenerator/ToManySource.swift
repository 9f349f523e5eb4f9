// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The methods that add to and remove from a to-many relationship.
struct ToManySource {
  private let isOrdered: Bool
  private let key: String
  private let type: String
  private let slot: String

  init(_ relationship: RelationshipDocument, _ owner: ClassSource) {
    isOrdered = relationship.isOrdered
    key = SwiftIdentifier.capitalized(relationship.name)
    type = owner.names.reference(to: relationship.destinationName)
    slot = PropertiesSource.slot(relationship.name)
  }

  func write(to source: inout SourceText) {
    if isOrdered { writePositions(to: &source) }
    let set = isOrdered ? "NSOrderedSet" : "NSSet"
    method("addTo", "_ value: \(type)", "_add(value, to: \(slot))", &source)
    method("removeFrom", "_ value: \(type)", "_remove(value, from: \(slot))", &source)
    method("addTo", "_ values: \(set)", "_add(values, to: \(slot))", &source)
    method("removeFrom", "_ values: \(set)", "_remove(values, from: \(slot))", &source)
  }

  private func writePositions(to source: inout SourceText) {
    method(
      "insertInto", "_ value: \(type), at idx: Int", "_insert(value, into: \(slot), at: idx)",
      &source)
    method("removeFrom", "at idx: Int", "_remove(from: \(slot), at: idx)", &source)
    method(
      "insertInto", "_ values: [\(type)], at indexes: NSIndexSet",
      "_insert(values, into: \(slot), at: IndexSet(indexes))", &source)
    method(
      "removeFrom", "at indexes: NSIndexSet", "_remove(from: \(slot), at: IndexSet(indexes))",
      &source)
    method(
      "replace", "at idx: Int, with value: \(type)", "_replace(in: \(slot), at: idx, with: value)",
      &source)
    method(
      "replace", "at indexes: NSIndexSet, with values: [\(type)]",
      "_replace(in: \(slot), at: IndexSet(indexes), with: values)", &source)
  }

  private func method(
    _ verb: String, _ parameters: String, _ call: String, _ source: inout SourceText
  ) {
    source.block("public func \(verb)\(key)(\(parameters))") { $0.line(call) }
  }
}
