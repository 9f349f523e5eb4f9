// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The value that an expression of a mapping has yielded for a property. One that does not fit is an
/// error: assigning it would stop the program.
struct MigratedValue {
  private let value: Any?
  private let name: String
  private let object: NSManagedObject
  private let mapping: NSEntityMapping
  /// See ``MigrationRun/gatheringToOnes``.
  private let gatheringToOnes: [String: Set<String>]?

  init(_ value: Any?, for name: String, of object: NSManagedObject, _ step: MappingStep) {
    self.value = value
    self.name = name
    self.object = object
    mapping = step.mapping
    gatheringToOnes = step.run.gatheringToOnes
  }

  /// Throws 134110.
  func set() throws {
    guard let record = object.layout.record(named: name) else {
      throw failure("does not have it")
    }
    switch record.kind {
    case .attribute, .composite:
      guard !keepsDefault(record) else { return }
      guard record.cell(value) != nil else { throw failure("cannot be \(kind)") }
      object.setValue(value, forKey: name)
    case .toOne: try setToOne(record.index, to: try related(record).first)
    case .toMany: try setMembers(record.index, to: try related(record))
    case .fetched: throw failure("is fetched and cannot be set")
    }
  }

  /// As with migrations without objects, a default stands in for values that may be missing no more.
  private func keepsDefault(_ record: PropertyRecord) -> Bool {
    value == nil && mapping.name.hasPrefix(InferredMappings.prefix) && !record.isOptional
  }

  // MARK: - Relationships

  // Of an inferred mapping no pair is lost: the inverse may have been several relationships (R-PSC-536).

  private func setToOne(_ index: Int, to owner: NSManagedObject?) throws {
    guard owner != nil || gatheringToOnes == nil else { return }
    if let owner { try requireFree([owner], index) }
    object.setToOne(index, to: owner)
  }

  private func setMembers(_ index: Int, to members: [NSManagedObject]) throws {
    guard gatheringToOnes != nil else { return object.setMembers(index, to: members) }
    try requireFree(members, index)
    object.setMembers(index, to: members + object.members(index))
  }

  /// Throws 134110 if one of some objects has another one by a gathering to-one that is the inverse.
  private func requireFree(_ others: [NSManagedObject], _ index: Int) throws {
    let inverse = Int(object.layout.access[index].inverse)
    guard inverse >= 0, let gatheringToOnes, !gatheringToOnes.isEmpty else { return }
    for other in others where other.layout.access[inverse].kind == .toOne {
      let name = other.layout.properties[inverse].name
      guard gatheringToOnes[other.layout.schema.name]?.contains(name) == true else { continue }
      try requireFree(other, inverse)
    }
  }

  /// Throws 134110 if an object is related to another one by a to-one already.
  private func requireFree(_ member: NSManagedObject, _ index: Int) throws {
    guard let present = member.toOne(index), present !== object else { return }
    let name = member.layout.properties[index].name
    throw CocoaError.make(
      .migration,
      reason:
        "Several relationships become '\(name)' of \(member.layout.schema.name), and an object has "
        + "two by them, of \(present.layout.schema.name) and \(object.layout.schema.name), of which the new "
        + "version of the model keeps one. Relate it to one before it is migrated.")
  }

  private func related(_ record: PropertyRecord) throws -> [NSManagedObject] {
    guard let value else { return [] }
    guard let objects = Self.objects(in: value) else { throw failure("cannot be \(kind)") }
    let allowed = object.layout.access[record.index].destinations
    for other in objects {
      guard other.context === object.context else {
        throw failure("cannot lead to an object of the source")
      }
      guard allowed.contains(other.layout.number) else {
        throw failure("cannot lead to a \(other.layout.schema.name)")
      }
    }
    return objects
  }

  /// The objects in a value: one, or a collection of them; nil for anything else.
  static func objects(in value: Any) -> [NSManagedObject]? {
    if let object = value as? NSManagedObject { return [object] }
    if let objects = RelationshipValue.objects(in: value) { return objects }
    guard let collection = OperandCollection(value) else { return nil }
    let present = collection.elements.compactMap { OperandValue.flattened($0) }
    let objects = present.compactMap { $0 as? NSManagedObject }
    return objects.count == present.count ? objects : nil
  }

  private var kind: String { OperandValue(value).kind }

  private func failure(_ text: String) -> CocoaError {
    CocoaError.make(
      .migration,
      reason: "The entity mapping '\(mapping.name ?? "")' sets '\(name)' of "
        + "\(object.layout.schema.name), which \(text).")
  }
}
