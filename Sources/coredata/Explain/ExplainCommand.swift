// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata explain ENTITY --model PATH --store FILE... [--fetch] [--predicate FORMAT] [--json]`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tell where a new object of an entity would go, or how a fetch is answered.",
    discussion: """
      The stores are opened for reading only, in the order in which they are named, each with the \
      configuration that it was made with; nothing is written, and no fetch is run.
      """)

  @Argument(help: "The entity.")
  var entity: String

  @Option(help: "The model of the stores.", completion: .file())
  var model: String

  @Option(name: .customLong("store"), help: "A store's file.", completion: .file())
  var stores: [String]

  @Flag(help: "Tell how each store answers a fetch of the entity.")
  var fetch = false

  @Option(help: "The same of a fetch with a predicate.")
  var predicate: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let stack = try RoutingStack(stores: stores, model: model)
    if fetch || predicate != nil { return try explainFetch(stack) }
    let route = try stack.route(of: entity)
    let text: JSONValue = ["entity": .string(entity), "route": .string(route)]
    Terminal.print(json ? try text.text(isPretty: true) : route)
  }

  private func explainFetch(_ stack: RoutingStack) throws {
    let plan = try stack.plan(of: entity, where: predicate)
    let parts: [JSONValue] = plan.parts.map {
      [
        "store": .string($0.store.name), "type": .string($0.store.type), "text": .string($0.text),
        "plan": JSONValue($0.plan), "residual": JSONValue($0.residual),
      ]
    }
    let text: JSONValue = [
      "entity": .string(entity), "predicate": JSONValue(predicate), "stores": .array(parts),
      "merging": JSONValue(plan.merging), "evaluatesOnObjects": .bool(plan.evaluatesOnObjects),
    ]
    Terminal.print(json ? try text.text(isPretty: true) : plan.description)
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

  private func entity(_ name: String) throws -> NSEntityDescription {
    guard let entity = model.entitiesByName[name] else {
      throw ToolFailure.usage("the model has no entity '\(name)'")
    }
    return entity
  }

  func route(of name: String) throws -> String {
    guard try !entity(name).isAbstract else {
      throw ToolFailure.usage("\(name) is abstract: there are no objects of it")
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context.performAndWait {
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      return coordinator.explainRoute(for: object)
    }
  }

  func plan(of name: String, where format: String?) throws -> FetchExplanation {
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = try entity(name)
    do { request.predicate = try format.map { try NSPredicate.parse(format: $0) } } catch {
      throw ToolFailure.usage("--predicate: \(error)")
    }
    return try coordinator.explanation(of: request)
  }
}
