// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The methods that add to and remove from a to-many relationship.
struct ToManySource {
  private let isOrdered: Bool
  private let key: String
  private let type: String
  private let slot: String
  private let set: String

  init(_ relationship: RelationshipDocument, _ owner: ClassSource) {
    isOrdered = relationship.isOrdered
    key = SwiftIdentifier.capitalized(relationship.name)
    type = owner.names.reference(to: relationship.destinationName)
    slot = PropertiesSource.slot(relationship.name)
    set = owner.names.set(isOrdered: relationship.isOrdered)
  }

  func write(to source: inout SourceText) {
    if isOrdered { writePositions(to: &source) }
    method("addTo", parameters: "_ value: \(type)", call: "_add(value, to: \(slot))", to: &source)
    method(
      "removeFrom", parameters: "_ value: \(type)", call: "_remove(value, from: \(slot))",
      to: &source)
    method("addTo", parameters: "_ values: \(set)", call: "_add(values, to: \(slot))", to: &source)
    method(
      "removeFrom", parameters: "_ values: \(set)", call: "_remove(values, from: \(slot))",
      to: &source)
  }

  private func writePositions(to source: inout SourceText) {
    method(
      "insertInto", parameters: "_ value: \(type), at idx: Int",
      call: "_insert(value, into: \(slot), at: idx)",
      to: &source)
    method(
      "removeFrom", parameters: "at idx: Int", call: "_remove(from: \(slot), at: idx)", to: &source)
    method(
      "insertInto", parameters: "_ values: [\(type)], at indexes: NSIndexSet",
      call: "_insert(values, into: \(slot), at: IndexSet(indexes))", to: &source)
    method(
      "removeFrom", parameters: "at indexes: NSIndexSet",
      call: "_remove(from: \(slot), at: IndexSet(indexes))",
      to: &source)
    method(
      "replace", parameters: "at idx: Int, with value: \(type)",
      call: "_replace(in: \(slot), at: idx, with: value)",
      to: &source)
    method(
      "replace", parameters: "at indexes: NSIndexSet, with values: [\(type)]",
      call: "_replace(in: \(slot), at: IndexSet(indexes), with: values)", to: &source)
  }

  private func method(
    _ verb: String, parameters: String, call: String, to source: inout SourceText
  ) {
    source.block("public func \(verb)\(key)(\(parameters))") { $0.line(call) }
  }
}
