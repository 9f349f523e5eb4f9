// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// A model as a text of a few lines: for tests that need many versions of one.
///
///     Car: Vehicle was OldCar abstract #modifier
///       title String! = "none" was name external preserved transient
///       pageCount Int64 derived pages.@count
///       owner > Person.cars!
///       parts >> Part.car
///       stops >>> Stop.cars
///       unique title, maker
///     @Local: Car, Part
///
/// An entity's line may name its parent; `!` is required; `>` to-one, `>>` to-many, `>>>` ordered, with
/// the inverse behind the point.
package struct ModelText {
  private let text: String

  package init(_ text: String) { self.text = text }

  /// Returns a new model; a text that makes no sense stops the tests.
  package func model() -> NSManagedObjectModel {
    let blocks = self.blocks
    let model = NSManagedObjectModel()
    var entities: [String: NSEntityDescription] = [:]
    for block in blocks { entities[block.name] = entity(block) }
    for block in blocks {
      guard let parent = block.parent else { continue }
      need(entities[parent]).subentities.append(need(entities[block.name]))
    }
    for block in blocks { add(block.lines, to: need(entities[block.name]), of: entities) }
    model.entities = blocks.map { need(entities[$0.name]) }
    for block in blocks { connect(block, entities) }
    for line in configurations {
      let parts = line.dropFirst().components(separatedBy: ": ")
      model.setEntities(
        parts[1].components(separatedBy: ", ").map { need(entities[$0]) },
        forConfigurationName: parts[0])
    }
    return model
  }

  // MARK: - Lines

  private struct Block {
    let name: String
    let parent: String?
    let words: [String]
    var lines: [String] = []
  }

  private var lines: [String] {
    text.split(separator: "\n").map(String.init)
      .filter { !$0.trimmingCharacters(in: .whitespaces).isEmpty }
  }

  private var configurations: [String] { lines.filter { $0.hasPrefix("@") } }

  private var blocks: [Block] {
    var blocks: [Block] = []
    for line in lines where !line.hasPrefix("@") {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix(" ") {
        blocks[blocks.count - 1].lines.append(words.joined(separator: " "))
      } else if words[0].hasSuffix(":") {
        blocks.append(
          Block(
            name: String(words[0].dropLast()), parent: words[1], words: Array(words.dropFirst(2))))
      } else {
        blocks.append(Block(name: words[0], parent: nil, words: Array(words.dropFirst())))
      }
    }
    return blocks
  }

  // MARK: - Entities

  private func entity(_ block: Block) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = block.name
    entity.isAbstract = block.words.contains("abstract")
    entity.renamingIdentifier = Self.word(after: "was", block.words)
    entity.versionHashModifier = block.words.first { $0.hasPrefix("#") }.map {
      String($0.dropFirst())
    }
    return entity
  }

  private static func word(after word: String, _ words: [String]) -> String? {
    words.firstIndex(of: word).map { words[$0 + 1] }
  }

  private func add(
    _ lines: [String], to entity: NSEntityDescription, of entities: [String: NSEntityDescription]
  ) {
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      if words[0] == "unique" {
        let names = line.dropFirst("unique ".count).components(separatedBy: ", ")
        entity.uniquenessConstraints.append(names)
      } else if words[1].hasPrefix(">") {
        entity.properties.append(relationship(words, entities))
      } else {
        entity.properties.append(attribute(words))
      }
    }
  }

  // MARK: - Properties

  private static let types: [String: NSAttributeDescription.AttributeType] = [
    "Int16": .integer16, "Int32": .integer32, "Int64": .integer64, "Decimal": .decimal,
    "Double": .double, "Float": .float, "String": .string, "Bool": .boolean, "Date": .date,
    "Data": .binaryData, "UUID": .uuid, "URI": .uri, "Transformable": .transformable,
  ]

  private func attribute(_ words: [String]) -> NSAttributeDescription {
    let derivation = Self.word(after: "derived", words)
    let attribute = derivation == nil ? NSAttributeDescription() : NSDerivedAttributeDescription()
    attribute.name = words[0]
    let type = words[1].hasSuffix("!") ? String(words[1].dropLast()) : words[1]
    attribute.type = need(Self.types[type])
    attribute.isOptional = !words[1].hasSuffix("!")
    attribute.renamingIdentifier = Self.word(after: "was", words)
    attribute.allowsExternalBinaryDataStorage = words.contains("external")
    attribute.preservesValueInHistoryOnDeletion = words.contains("preserved")
    attribute.isTransient = words.contains("transient")
    attribute.versionHashModifier = words.first { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
    attribute.defaultValue = Self.word(after: "=", words).map { Self.value($0, of: attribute.type) }
    if let derived = attribute as? NSDerivedAttributeDescription, let derivation {
      derived.derivationExpression = NSExpression(format: derivation)
    }
    return attribute
  }

  private static func value(
    _ text: String, of type: NSAttributeDescription.AttributeType
  ) -> Any {
    switch type {
    case .string: text.trimmingCharacters(in: ["\""])
    case .date: Date(timeIntervalSinceReferenceDate: need(Double(text)))
    case .decimal: NSDecimalNumber(string: text)
    case .uuid: need(UUID(uuidString: text))
    case .uri: need(URL(string: text))
    case .binaryData: Data(text.utf8)
    case .boolean: NSNumber(value: text == "true")
    case .double, .float: NSNumber(value: need(Double(text)))
    default: NSNumber(value: need(Int64(text)))
    }
  }

  private func relationship(
    _ words: [String], _ entities: [String: NSEntityDescription]
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = words[0]
    relationship.maxCount = words[1] == ">" ? 1 : 0
    relationship.isOrdered = words[1] == ">>>"
    relationship.isOptional = !words[2].hasSuffix("!")
    if !relationship.isOptional { relationship.minCount = 1 }
    relationship.renamingIdentifier = Self.word(after: "was", words)
    relationship.destinationEntity = entities[Self.end(words[2]).entity]
    return relationship
  }

  /// The entity and the inverse of `Person.cars!`.
  private static func end(_ word: String) -> (entity: String, inverse: String?) {
    let parts = word.filter { $0 != "!" }.split(separator: ".").map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  private func connect(_ block: Block, _ entities: [String: NSEntityDescription]) {
    for line in block.lines {
      let words = line.split(separator: " ").map(String.init)
      guard words[0] != "unique", words[1].hasPrefix(">"),
        let inverse = Self.end(words[2]).inverse,
        let relationship = need(entities[block.name]).relationshipsByName[words[0]]
      else { continue }
      let destination = need(entities[Self.end(words[2]).entity])
      relationship.inverseRelationship = need(destination.relationshipsByName[inverse])
    }
  }
}

private func need<Value>(_ value: Value?) -> Value {
  guard let value else { fatalError("The text of the model names something that is not there.") }
  return value
}
