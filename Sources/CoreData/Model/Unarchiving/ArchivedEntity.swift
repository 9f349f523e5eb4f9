// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// An entity of an archive, and the description that is made of it.
struct ArchivedEntity {
  let name: String
  let description = NSEntityDescription()
  /// The archived properties by name, with those that the archive repeats from ancestors.
  let properties: [String: ArchivedObject]
  private let object: ArchivedObject

  init(_ object: ArchivedObject) throws(ArchivedGraph.Damage) {
    guard object.isKind(of: "NSEntityDescription"), let name = object.text("NSEntityName"),
      !name.isEmpty
    else { throw ArchivedGraph.Damage("it has an entity without a name") }
    (self.object, self.name) = (object, name)
    properties = Dictionary(
      object.entries("NSProperties").compactMap { entry in
        entry.value.text("NSPropertyName").map { ($0, entry.value) }
      }, uniquingKeysWith: { first, _ in first })
    describe()
  }

  var parentName: String? { object.object("NSSuperentity")?.text("NSEntityName") }

  private func describe() {
    description.name = name
    description.managedObjectClassName = object.text("NSClassNameForEntity") ?? "NSManagedObject"
    description.isAbstract = object.isTrue("NSIsAbstract")
    description.versionHashModifier = object.text("NSVersionHashModifier")
    description.userInfo = ArchivedProperty.userInfo(of: object) ?? [:]
    if let identifier = object.text("NSRenamingIdentifier"), identifier != name {
      description.renamingIdentifier = identifier
    }
  }

  // MARK: - Content

  /// Adds what the entity declares itself: of the properties that its ancestors have too, those that
  /// are not the same.
  ///
  /// - Parameter ancestors: complete ones, the nearest first.
  func complete(
    ancestors: [ArchivedEntity], _ requests: ArchivedRequestReader
  ) throws(ArchivedGraph.Damage) {
    var own: [NSPropertyDescription] = []
    for (name, object) in properties.sorted(by: { $0.key < $1.key }) {
      let made = try ArchivedProperty(object, place: "\(self.name).\(name)").description(requests)
      let inherited = ancestors.lazy.compactMap { $0.declared(name) }.first
      if inherited != made { own.append(made) }
    }
    description.properties = own
    description.uniquenessConstraints = object.members("NSUniqueTuples").map(Self.names)
    try addIndexes()
    if let expression = object.object("OCDCoreSpotlightDisplayName") {
      description.coreSpotlightDisplayNameExpression = try ArchivedSyntax.naming(name) {
        () throws(ArchivedGraph.Damage) in try ExpressionArchive.expression(of: expression)
      }
    }
  }

  private func declared(_ name: String) -> NSPropertyDescription? {
    description.propertyTable.own.first { $0.name == name }
  }

  private func addIndexes() throws(ArchivedGraph.Damage) {
    var indexes: [NSFetchIndexDescription] = []
    for archived in object.members("NSFetchIndexDescriptions") {
      let index = try ArchivedIndex(archived, entity: name).description()
      guard !indexes.contains(where: { $0.name == index.name }) else {
        throw ArchivedGraph.Damage("the entity '\(name)' has two indexes '\(index.name)'")
      }
      indexes.append(index)
    }
    description.indexes = indexes
    if indexes.isEmpty { addLegacyIndexes() }
  }

  /// Lists of names, from before indexes had names themselves.
  private func addLegacyIndexes() {
    var known: Set<[String]> = []
    let lists = object.members("NSCompoundIndexes").map(Self.names)
      .filter { !$0.isEmpty && known.insert($0).inserted }
    var names: Set<String> = []
    // Two lists may make the same name, which only one index can have.
    description.compoundIndexes = lists.filter { names.insert($0.joined(separator: "_")).inserted }
  }

  /// Properties are given by their names, or themselves.
  private static func names(_ list: ArchivedObject) -> [String] {
    list.members.compactMap { $0.text ?? $0.text("NSPropertyName") }
  }
}
