// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Harness

import class CoreData.NSExpression

/// The library's answers.
struct LibraryAnswers: Answering {
  private let context: NSManagedObjectContext
  private let shape: Shape

  init(_ type: String, _ place: URL, _ shape: Shape) throws {
    ItemsModel.register()
    let file = (Bundle.module.resourceURL ?? Bundle.module.bundleURL)
      .appendingPathComponent("Items.xcdatamodeld")
    guard let model = NSManagedObjectModel(contentsOf: file) else {
      throw BenchmarkFailure("No model at \(file.path).")
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: place, options: [:])
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = nil
    self.shape = shape
    try context.performAndWait { [context] in try Filling(context, shape).run() }
  }

  func answer(_ question: Question, rows: Int, round: Int) throws -> Int {
    try context.performAndWait {
      defer { context.reset() }
      switch question {
      case .page: return try page(from: shape.start(round))
      case .count: return try count("number < %ld", shape.rows / 2)
      case .group: return try groups()
      case .hops: return try count("shelf.room.house.number == %ld", round % Shape.houses)
      case .prefix: return try names(shape.prefix(round))
      case .point: return try shape.sought(round).reduce(0) { $0 + (try one($1)) }
      }
    }
  }

  private func page(from number: Int) throws -> Int {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = NSPredicate(format: "number >= %ld", number)
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    request.fetchLimit = 100
    request.returnsObjectsAsFaults = false
    return try sum(context.fetch(request))
  }

  private func names(_ prefix: String) throws -> Int {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = NSPredicate(format: "name BEGINSWITH %@", prefix)
    request.returnsObjectsAsFaults = false
    return try sum(context.fetch(request))
  }

  private func one(_ name: String) throws -> Int {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = NSPredicate(format: "name == %@", name)
    request.fetchLimit = 1
    return try sum(context.fetch(request))
  }

  private func sum(_ objects: [NSManagedObject]) -> Int {
    var sum = 0
    for object in objects {
      guard let item = object as? Item else { continue }
      sum += Int(item.number) + Int(item.kind) + Int(item.amount * 4) + (item.name?.utf8.count ?? 0)
    }
    return sum
  }

  private func count(_ format: String, _ bound: Int) throws -> Int {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = NSPredicate(format: format, bound)
    return try context.count(for: request)
  }

  private func groups() throws -> Int {
    let request = NSFetchRequest<NSDictionary>(entityName: "Item")
    request.resultType = .dictionaryResultType
    request.propertiesToGroupBy = ["kind"]
    let statistics = [("count", "number"), ("sum", "amount")].map { function, key in
      let description = NSExpressionDescription()
      description.name = function
      description.expression = NSExpression(
        forFunction: "\(function):", arguments: [NSExpression(forKeyPath: key)])
      return description
    }
    request.propertiesToFetch = ["kind"] + statistics
    var sum = 0
    for row in try context.fetch(request) {
      let kind = (row["kind"] as? NSNumber)?.intValue ?? 0
      let count = (row["count"] as? NSNumber)?.intValue ?? 0
      sum += (kind + 1) * count + Int((row["sum"] as? NSNumber)?.doubleValue ?? 0)
    }
    return sum
  }
}
