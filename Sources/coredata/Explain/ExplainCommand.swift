// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata explain ENTITY --model PATH --store FILE... [--json]`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tell which store a new object of an entity would go to, and why.",
    discussion: """
      The stores are opened for reading only, in the order in which they are named, each with the \
      configuration that it was made with; nothing is written.
      """)

  @Argument(help: "The entity.")
  var entity: String

  @Option(help: "The model of the stores.", completion: .file())
  var model: String

  @Option(name: .customLong("store"), help: "A store's file.", completion: .file())
  var stores: [String]

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let stack = try RoutingStack(stores: stores, model: model)
    let route = try stack.route(of: entity)
    let text: JSONValue = ["entity": .string(entity), "route": .string(route)]
    Terminal.print(json ? try text.text(isPretty: true) : route)
  }
}

/// Stores opened for reading only, that would take objects.
private struct RoutingStack {
  private let model: NSManagedObjectModel
  private let coordinator: NSPersistentStoreCoordinator

  init(stores: [String], model path: String) throws {
    model = try ModelFile.model(at: path)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for store in stores {
      let opened = try ReadingStack.add(
        StoreArgument.existing(store), to: coordinator, modelPath: path)
      // Nothing is saved: only the answer counts.
      opened.isReadOnly = false
    }
  }

  func route(of name: String) throws -> String {
    guard let entity = model.entitiesByName[name] else {
      throw ToolFailure.usage("the model has no entity '\(name)'")
    }
    guard !entity.isAbstract else {
      throw ToolFailure.usage("\(name) is abstract: there are no objects of it")
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context.performAndWait {
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      return coordinator.explainRoute(for: object)
    }
  }
}
