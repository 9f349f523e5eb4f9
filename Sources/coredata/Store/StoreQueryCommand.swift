// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData

/// `coredata store query FILE ENTITY [--where FORMAT] [--sort KEYS] [--limit N] [--json]`
struct StoreQueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Print the objects of a store that fit a predicate.",
    discussion: """
      The store is opened for reading only, with the model that is kept in it unless --model names       another.
      """)

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Argument(help: "The entity; objects of its subentities count too.")
  var entity: String

  @Option(help: "The model of the store.", completion: .file())
  var model: String?

  @Option(name: .customLong("where"), help: "A predicate, as \"age > 3 AND name BEGINSWITH 'A'\".")
  var predicate: String?

  @Option(
    parsing: .unconditional,
    help: "Keys to sort by, with commas between; a minus before one descends.")
  var sort: String?

  @Option(help: "Print no more than so many objects.")
  var limit: Int?

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative") }
  }

  func run() throws {
    let stack = try ReadingStack(store: StoreArgument.existing(file), model: model)
    for object in try stack.objects(request(stack.model)) {
      let dump = ObjectDump(object)
      Terminal.print(json ? try dump.json.text() : dump.text)
    }
  }

  private func request(_ model: NSManagedObjectModel) throws -> NSFetchRequest<NSManagedObject> {
    guard let entity = model.entitiesByName[entity] else {
      throw ToolFailure.usage("the model has no entity '\(entity)'")
    }
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = entity
    do { request.predicate = try predicate.map { try NSPredicate.parse(format: $0) } } catch {
      throw ToolFailure.usage("--where: \(error)")
    }
    request.sortDescriptors = sort?.split(separator: ",").map { key in
      NSSortDescriptor(
        key: String(key.hasPrefix("-") ? key.dropFirst() : key), ascending: !key.hasPrefix("-"))
    }
    // 0 would be no limit.
    request.fetchLimit = limit ?? 0
    if limit == 0 { request.predicate = NSPredicate(value: false) }
    return request
  }
}
