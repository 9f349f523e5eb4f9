// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// Finds out by trial what single change of an entity leads to another version hash.
///
/// A hash does not tell what it was made of. But most versions differ in one property, and there are
/// not many ways of that.
struct VersionTrial {
  private let entity: NSEntityDescription
  private let superentityHash: Data?
  private let properties: [NSPropertyDescription]
  private let parts: [(name: String, hash: Data)]

  /// - Parameter superentityHash: the one in the store.
  init(_ entity: NSEntityDescription, superentityHash: Data?) {
    self.entity = entity
    self.superentityHash = superentityHash
    properties = entity.properties.filter { !$0.isTransient }
    parts = properties.map { ($0.name, VersionHashing.hash(of: $0)) }
  }

  /// Returns the change of the model that explains a stored hash; nil when it is more than one
  /// thing, or something that cannot be guessed, as the name of a property that has been removed.
  func explanation(of stored: Data) -> String? {
    if hash(parts, isAbstract: !entity.isAbstract) == stored { return "whether it is abstract" }
    if hash(parts, constraints: []) == stored { return "its uniqueness constraints are new" }
    for (place, property) in properties.enumerated() {
      var others = parts
      others.remove(at: place)
      if hash(others) == stored { return "\(property.name) is new" }
      for variant in variants(of: property)
      where hash(others + [(name: variant.name, hash: variant.hash)]) == stored {
        return variant.text
      }
    }
    return nil
  }

  private func hash(
    _ parts: [(name: String, hash: Data)], isAbstract: Bool? = nil,
    constraints: [UniquenessConstraint]? = nil
  ) -> Data {
    VersionHash.entity(
      name: entity.name ?? "", isAbstract: isAbstract ?? entity.isAbstract,
      modifier: entity.versionHashModifier, superentityHash: superentityHash, properties: parts,
      constraints: constraints ?? entity.ownUniquenessConstraints)
  }

  // MARK: - Properties

  private struct Variant {
    let name: String
    let hash: Data
    let text: String
  }

  private func variants(of property: NSPropertyDescription) -> [Variant] {
    let copies: [(NSPropertyDescription, String)]
    switch property {
    case is NSDerivedAttributeDescription, is NSCompositeAttributeDescription: copies = []
    case let attribute as NSAttributeDescription: copies = attributeCopies(attribute)
    case let relationship as NSRelationshipDescription: copies = relationshipCopies(relationship)
    default: copies = []
    }
    return (copies + commonCopies(property)).map { copy, text in
      Variant(name: copy.name, hash: VersionHashing.hash(of: copy), text: text)
    }
  }

  private func changed<Property: NSPropertyDescription>(
    _ property: Property, text: String, change: (Property) -> Void
  ) -> [(NSPropertyDescription, String)] {
    guard let copy = property.copy() as? Property else { return [] }
    change(copy)
    return [(copy, text)]
  }

  private func commonCopies(_ property: NSPropertyDescription) -> [(NSPropertyDescription, String)]
  {
    let name = property.name
    var copies = changed(property, text: "whether \(name) is optional") { $0.isOptional.toggle() }
    if property.versionHashModifier != nil {
      copies += changed(property, text: "the modifier of \(name) is new") {
        $0.versionHashModifier = nil
      }
    }
    if let former = property.renamingIdentifier, former != name {
      copies += changed(property, text: "\(name) was \(former)") { $0.name = former }
    }
    return copies
  }

  private func attributeCopies(
    _ attribute: NSAttributeDescription
  ) -> [(NSPropertyDescription, String)] {
    let name = attribute.name
    let types: [NSAttributeDescription.AttributeType] = [
      .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
      .binaryData, .uuid, .uri, .transformable,
    ]
    return types.filter { $0 != attribute.type }.flatMap { type in
      changed(attribute, text: "the type of \(name)") { $0.type = type }
    }
      + changed(attribute, text: "whether \(name) allows external storage") {
        $0.allowsExternalBinaryDataStorage.toggle()
      }
      + changed(attribute, text: "whether \(name) is preserved in the history") {
        $0.preservesValueInHistoryOnDeletion.toggle()
      }
  }

  private func relationshipCopies(
    _ relationship: NSRelationshipDescription
  ) -> [(NSPropertyDescription, String)] {
    let name = relationship.name
    return changed(relationship, text: "whether \(name) is ordered") { $0.isOrdered.toggle() }
      + changed(relationship, text: "whether \(name) is to-many") {
        $0.maxCount = $0.isToMany ? 1 : 0
      }
      + changed(relationship, text: "the inverse of \(name)") { $0.inverseRelationship = nil }
      + [0, 1].filter { $0 != relationship.minCount }.flatMap { count in
        changed(relationship, text: "the smallest count of \(name)") { $0.minCount = count }
      }
  }
}
