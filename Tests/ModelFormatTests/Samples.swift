// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// Short ways to make documents and files for tests.
enum Samples {
  static func attribute(
    _ name: String, _ kind: AttributeKind = .string, optional: Bool = false,
    change: (inout AttributeDocument) -> Void = { _ in }
  ) -> AttributeDocument {
    var attribute = AttributeDocument(name: name, kind: kind)
    attribute.isOptional = optional
    change(&attribute)
    return attribute
  }

  static func relationship(
    _ name: String, to destination: String, inverse: String?, max: Int, min: Int = 0,
    optional: Bool = true
  ) -> RelationshipDocument {
    var relationship = RelationshipDocument(name: name, destination: destination)
    relationship.isOptional = optional
    relationship.inverseName = inverse
    relationship.maxCount = max
    relationship.minCount = min
    return relationship
  }

  static func entity(
    _ name: String, parent: String? = nil, attributes: [AttributeDocument] = [],
    relationships: [RelationshipDocument] = [], unique: [[String]] = []
  ) -> EntityDocument {
    var entity = EntityDocument(name: name)
    entity.parentName = parent
    entity.attributes = attributes
    entity.relationships = relationships
    entity.uniquenessConstraints = unique
    return entity
  }

  static func model(_ entities: EntityDocument...) -> ModelDocument {
    var model = ModelDocument(name: "Sample")
    model.entities = entities
    return model
  }

  /// Reads XML whose lines are the arguments; the root element is on line 1.
  static func read(_ lines: String...) throws -> ModelReading {
    try ModelReader.read(
      xml: Data(lines.joined(separator: "\n").utf8), name: "Sample", file: "Sample/contents")
  }

  /// Reads the elements, from line 2 on, inside a `<model>`.
  static func readModel(_ lines: String...) throws -> ModelReading {
    let xml = (["<model>"] + lines + ["</model>"]).joined(separator: "\n")
    return try ModelReader.read(xml: Data(xml.utf8), name: "Sample", file: "Sample/contents")
  }

  /// Reads one attribute of an entity of string and number attributes.
  static func readAttribute(_ xml: String) throws -> AttributeDocument? {
    try readModel("<entity name=\"Thing\">", xml, "</entity>").document.entities.first?
      .attributes.first
  }

  /// Reads one relationship to another entity.
  static func readRelationship(_ xml: String) throws -> RelationshipDocument? {
    try readModel(
      "<entity name=\"Thing\">", xml, "</entity>",
      "<entity name=\"Other\"/>"
    ).document.entities.first?.relationships.first
  }

  /// Makes a folder, fills it with files by relative path, and removes it after the work.
  static func withFolder<Result>(
    _ files: [String: String], _ work: (URL) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }  // Left over files harm no test.
    for (path, text) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try work(folder)
  }
}
