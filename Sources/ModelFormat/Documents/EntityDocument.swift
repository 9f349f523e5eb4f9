// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An `<entity>` with the properties it declares itself.
package struct EntityDocument: Codable, Sendable, Equatable {
  package var name: String
  /// `representedClassName`; empty means `NSManagedObject`, a leading dot the current module.
  package var className = ""
  /// The name of the superentity.
  package var parentName: String?
  package var isAbstract = false
  package var codeGeneration = CodeGeneration.manual
  /// `elementID`; `nil` means the name.
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var attributes: [AttributeDocument] = []
  package var relationships: [RelationshipDocument] = []
  package var fetchedProperties: [FetchedPropertyDocument] = []
  package var fetchIndexes: [FetchIndexDocument] = []
  /// Each constraint is a list of property names; order matters to the version hash.
  package var uniquenessConstraints: [UniquenessConstraint] = []
  /// Legacy `compoundIndexes`, each a list of property names.
  package var compoundIndexes: [[String]] = []
  package var userInfo: [String: String] = [:]
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(name: String) { self.name = name }

  /// The names of the own properties of all kinds, in the order of the file, kind by kind.
  package var ownPropertyNames: [String] {
    attributes.map(\.name) + relationships.map(\.name) + fetchedProperties.map(\.name)
  }

  /// Returns the own attribute of that name.
  package func attribute(named name: String) -> AttributeDocument? {
    attributes.first { $0.name == name }
  }

  /// Returns the own relationship of that name.
  package func relationship(named name: String) -> RelationshipDocument? {
    relationships.first { $0.name == name }
  }

  /// Every index asked for: those of `fetchIndex`, then one for each legacy `indexed` flag, then
  /// one for each legacy compound index. Of several with one name the first counts: a file may ask
  /// for the same index by flag and as a compound one.
  package var allIndexes: [FetchIndexDocument] {
    let flagged =
      attributes.filter(\.isIndexed).map(\.name) + relationships.filter(\.isIndexed).map(\.name)
    let legacy = flagged.map { [$0] } + compoundIndexes
    var names: Set<String> = []
    return (fetchIndexes + legacy.map(FetchIndexDocument.init(propertyNames:)))
      .filter { names.insert($0.name).inserted }
  }
}

/// The kind of code that a build generates for an entity. The raw values are the texts of
/// `codeGenerationType`; a file that says nothing means `manual`.
package enum CodeGeneration: String, Codable, Sendable {
  /// Nothing: the class is written by hand.
  case manual
  /// The class and its properties.
  case classDefinition = "class"
  /// An extension with the properties of a class written by hand.
  case category
}

/// The names of the properties whose values together occur once.
package typealias UniquenessConstraint = [String]
