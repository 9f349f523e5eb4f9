// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData

/// `coredata store dump FILE [--model PATH] [--entity E] [--json]`
struct StoreDumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Print the objects of a store.",
    discussion: """
      The store is opened for reading only, with the model that is kept in it unless --model names \
      another.
      """)

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Option(help: "The model of the store.", completion: .file())
  var model: String?

  @Option(help: "Print the objects of this entity and its subentities only.")
  var entity: String?

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    let stack = try ReadingStack(store: StoreArgument.existing(file), model: model)
    for entity in try entities(of: stack) {
      for object in try stack.objects(of: entity) {
        let dump = ObjectDump(object)
        Terminal.print(json ? try dump.json.text() : dump.text)
      }
    }
  }

  /// Returns the entities to print, each without its subentities, ascending by name.
  private func entities(of stack: ReadingStack) throws -> [NSEntityDescription] {
    let concrete = stack.entities.filter { !$0.isAbstract }
    guard let entity else { return concrete }
    guard let wanted = stack.model.entitiesByName[entity] else {
      throw ToolFailure.usage("the model has no entity '\(entity)'")
    }
    return concrete.filter { $0.isKindOf(entity: wanted) }
  }
}
