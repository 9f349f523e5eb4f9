// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData

/// `coredata store schema FILE [--model PATH] [--json]`
struct StoreSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the entities of a store with all they have.",
    discussion: "Of the model that is kept in the store, unless --model names another.")

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Option(help: "The model of the store.", completion: .file())
  var model: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let model = try StoredModelFile.model(at: model, store: StoreArgument.existing(file))
    guard !json else {
      let entities = JSONValue.array(model.entities.map { EntityReport($0).json })
      return Terminal.print(try (["entities": entities] as JSONValue).text(isPretty: true))
    }
    for entity in model.entities { Terminal.print(EntityReport(entity).lines) }
  }
}

/// An entity with its attributes, relationships, constraints and indexes, as people read them.
private struct EntityReport {
  let entity: NSEntityDescription

  init(_ entity: NSEntityDescription) { self.entity = entity }

  private var attributes: [NSAttributeDescription] {
    entity.attributesByName.values.sorted { $0.name < $1.name }
  }

  private var relationships: [NSRelationshipDescription] {
    entity.relationshipsByName.values.sorted { $0.name < $1.name }
  }

  var lines: [String] {
    var table = TextTable([.text("Property"), .text("Type"), .text("")])
    table.rows = attributes.map { [$0.name, Self.type($0), Self.flags($0)] }
    table.rows += relationships.map { [$0.name, Self.type($0), Self.flags($0)] }
    let parent = entity.superentity?.name.map { " : \($0)" } ?? ""
    let heading = (entity.name ?? "") + parent + (entity.isAbstract ? " (abstract)" : "")
    let unique = constraints.map { "  unique: \($0.joined(separator: ", "))" }
    let indexes = entity.indexes.map { index in
      "  index \(index.name): \(index.elements.compactMap(\.propertyName).joined(separator: ", "))"
    }
    return [Terminal.heading(heading)] + table.lines() + unique + indexes + [""]
  }

  var json: JSONValue {
    [
      "name": JSONValue(entity.name), "parent": JSONValue(entity.superentity?.name),
      "isAbstract": .bool(entity.isAbstract),
      "attributes": .array(
        attributes.map {
          [
            "name": .string($0.name), "type": .string(Self.type($0)),
            "isOptional": .bool($0.isOptional),
          ]
        }),
      "relationships": .array(
        relationships.map {
          [
            "name": .string($0.name), "destination": JSONValue($0.destinationEntity?.name),
            "inverse": JSONValue($0.inverseRelationship?.name), "isToMany": .bool($0.isToMany),
            "isOptional": .bool($0.isOptional),
          ]
        }),
      "uniquenessConstraints": .array(constraints.map { JSONValue($0) }),
      "indexes": JSONValue(entity.indexes.map(\.name)),
    ]
  }

  private var constraints: [[String]] {
    entity.uniquenessConstraints.map { $0.compactMap { $0 as? String } }
  }

  private static func type(_ attribute: NSAttributeDescription) -> String {
    let names: [NSAttributeDescription.AttributeType: String] = [
      .integer16: "Integer 16", .integer32: "Integer 32", .integer64: "Integer 64",
      .decimal: "Decimal", .double: "Double", .float: "Float", .string: "String",
      .boolean: "Boolean", .date: "Date", .binaryData: "Binary", .uuid: "UUID", .uri: "URI",
      .transformable: "Transformable", .composite: "Composite",
    ]
    return names[attribute.type] ?? "Undefined"
  }

  private static func type(_ relationship: NSRelationshipDescription) -> String {
    let many = relationship.isToMany ? (relationship.isOrdered ? "list of " : "set of ") : ""
    return "\(many)\(relationship.destinationEntity?.name ?? "?")"
  }

  private static func flags(_ property: NSPropertyDescription) -> String {
    var flags: [String] = []
    if !property.isOptional { flags.append("required") }
    if property.isTransient { flags.append("transient") }
    if property is NSDerivedAttributeDescription { flags.append("derived") }
    if let inverse = (property as? NSRelationshipDescription)?.inverseRelationship {
      flags.append("inverse \(inverse.name)")
    }
    return flags.joined(separator: ", ")
  }
}
