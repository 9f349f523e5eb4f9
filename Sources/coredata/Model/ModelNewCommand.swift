// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation
import ModelFormat

/// `coredata model new NAME [--output DIR] [--entity NAME]`
struct ModelNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Write a small model to begin with.",
    discussion:
      "docs/model-file.md says what a model may have. Nothing that exists is overwritten.")

  @Argument(help: "The model's name; the bundle is called NAME.xcdatamodeld.")
  var name: String

  @Option(
    name: [.short, .long], help: "The folder to write into, made when it is missing.",
    completion: .directory)
  var output = "."

  @Option(help: "The entity to begin with.")
  var entity = "Item"

  @Flag(help: "Write a model without entities.")
  var empty = false

  func validate() throws {
    if name.isEmpty || name.hasPrefix(".") || name.contains("/") {
      throw ValidationError("'\(name)' cannot be the name of a model")
    }
  }

  func run() throws {
    let bundle = URL(fileURLWithPath: output, isDirectory: true)
      .appendingPathComponent(bundleName, isDirectory: true)
    if FileManager.default.fileExists(atPath: bundle.path) {
      throw ToolFailure("\(bundle.path) exists already; nothing was written")
    }
    try check()
    do throws(ModelFormatError) {
      try ModelWriter.write(document, toBundle: bundle)
    } catch {
      throw ToolFailure(error.description)
    }
    Terminal.print(bundle.path)
  }

  private var bareName: String {
    name.hasSuffix(".xcdatamodeld") ? String(name.dropLast(13)) : name
  }

  private var bundleName: String { bareName + ".xcdatamodeld" }

  /// Throws unless the file to be written is a model, whatever the entity is called.
  private func check() throws {
    do throws(ModelFormatError) {
      let xml = Data(ModelWriter.xml(document).utf8)
      _ = try ModelReader.read(xml: xml, name: bareName, file: bundleName).validDocument()
    } catch {
      throw ToolFailure(error.description)
    }
  }

  private var document: ModelDocument {
    var document = ModelDocument(name: bareName)
    document.versionIdentifier = ""
    document.sourceLanguage = "Swift"
    if !empty { document.entities = [starter] }
    return document
  }

  private var starter: EntityDocument {
    var id = AttributeDocument(name: "id", kind: .uuid)
    id.isOptional = true
    var name = AttributeDocument(name: "name", kind: .string)
    name.defaultValueString = ""
    var created = AttributeDocument(name: "created", kind: .date)
    created.isOptional = true
    var starter = EntityDocument(name: entity)
    starter.className = entity
    starter.codeGeneration = .classDefinition
    starter.attributes = [created, id, name]
    return starter
  }
}
