// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSExpression

/// Fetches in the predicates of fetches. // R-REQ-084
@Suite struct SubselectTests {
  /// Runs a block with three cars of one maker and one of another, stored.
  private func run(_ kind: StackKind, _ body: (NSManagedObjectContext) throws -> Void) throws {
    try Stack(kind).run { context in
      for (maker, plate, price) in [
        ("Fiat", "F.1", 10.0), ("Fiat", "F.2", 20), ("Fiat", "F.3", 30), ("Opel", "O.1", 40),
      ] {
        _ = context.insert("Car", ["maker": maker, "numberPlate": plate, "price": price])
      }
      try context.save()
      try body(context)
    }
  }

  private var identifier: NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = "id"
    column.expression = NSExpression.expressionForEvaluatedObject()
    column.expressionResultType = .objectIDAttributeType
    return column
  }

  private func dictionaries(_ columns: [Any], _ format: String) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Car")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = columns
    request.predicate = NSPredicate(format: format)
    return request
  }

  private func objects(_ format: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.predicate = NSPredicate(format: format)
    return request
  }

  private func list(
    _ request: NSPersistentStoreRequest, in context: NSManagedObjectContext
  ) -> NSExpression {
    NSFetchRequestExpression.expression(
      forFetch: NSExpression(forConstantValue: request),
      context: NSExpression(forConstantValue: context), countOnly: false)
  }

  private func plates(
    _ format: String, _ list: NSExpression, in context: NSManagedObjectContext
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.predicate = NSPredicate(format: format, list)
    return try context.fetch(request).compactMap { $0.string("numberPlate") }.sorted()
  }

  @Test(arguments: StackKind.everyStore)
  func theIDsOfDictionariesAreAList(_ kind: StackKind) throws {
    try run(kind) { context throws in
      let kept = list(dictionaries([identifier], "numberPlate ENDSWITH '.1'"), in: context)
      #expect(try plates("SELF IN %@", kept, in: context) == ["F.1", "O.1"])
      #expect(try plates("NOT SELF IN %@", kept, in: context) == ["F.2", "F.3"])
      let value = kept.expressionValue(with: nil, context: nil) as? [NSManagedObjectID]
      #expect(value?.count == 2)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func theValuesOfDictionariesAreAList(_ kind: StackKind) throws {
    try run(kind) { context throws in
      let makers = list(dictionaries(["maker"], "price > 35"), in: context)
      #expect(try plates("maker IN %@", makers, in: context) == ["O.1"])
      #expect(try plates("NOT maker IN %@", makers, in: context) == ["F.1", "F.2", "F.3"])
    }
  }

  @Test(arguments: StackKind.singles)
  func severalColumnsAreAnError(_ kind: StackKind) throws {
    try run(kind) { context throws in
      let both = list(dictionaries(["maker", "price"], "price > 35"), in: context)
      let error = failure { _ = try plates("maker IN %@", both, in: context) }
      #expect(error?.code == .coreData)
      #expect((error?.userInfo["reason"] as? String)?.contains("one column") == true)
    }
  }

  // R-PSC-681
  @Test(arguments: StackKind.all)
  func aBatchDeletesAllButWhatAFetchFinds(_ kind: StackKind) throws {
    try run(kind) { context throws in
      let kept = list(dictionaries([identifier], "numberPlate ENDSWITH '.1'"), in: context)
      try delete("NOT SELF IN %@", kept, in: context)
      let plates = try context.all("Car", sortedBy: "numberPlate").map { $0.string("numberPlate") }
      #expect(plates == ["F.1", "O.1"])
    }
  }

  // R-REQ-035, R-PSC-681
  @Test(arguments: StackKind.all)
  func aBatchKeepsOneOfEachGroup(_ kind: StackKind) throws {
    try run(kind) { context throws in
      let groups = dictionaries([identifier], "numberPlate CONTAINS '.'")
      groups.propertiesToGroupBy = ["maker"]
      let kept = list(groups, in: context)
      try delete("NOT SELF IN %@", kept, in: context)
      let makers = try context.all("Car", sortedBy: "maker").map { $0.string("maker") }
      #expect(makers == ["Fiat", "Opel"])
    }
  }

  private func delete(
    _ format: String, _ list: NSExpression, in context: NSManagedObjectContext
  ) throws {
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Car")
    fetch.predicate = NSPredicate(format: format, list)
    let deletion = NSBatchDeleteRequest(fetchRequest: fetch)
    deletion.resultType = .resultTypeCount
    let result = try context.execute(deletion) as? NSBatchDeleteResult
    #expect(result?.result as? Int == 2)
    context.reset()
  }

  // R-REQ-010, R-REQ-012
  @Test(arguments: StackKind.everyStore)
  func unsavedObjectsCountAsTheRequestSays(_ kind: StackKind) throws {
    try run(kind) { context throws in
      _ = context.insert("Car", ["maker": "Audi", "numberPlate": "A.1", "price": 50])
      let dear = objects("price > 35")
      #expect(try plates("SELF IN %@", list(dear, in: context), in: context) == ["A.1", "O.1"])
      dear.includesPendingChanges = false
      #expect(try plates("SELF IN %@", list(dear, in: context), in: context) == ["O.1"])
    }
  }

  // R-CTX-805
  @Test(arguments: StackKind.singles)
  func aChildFetchesWhatItsParentHasNotSaved(_ kind: StackKind) throws {
    try run(kind) { parent in
      _ = parent.insert("Car", ["maker": "Audi", "numberPlate": "A.1", "price": 50])
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = parent
      try child.performAndWait { () throws in
        _ = child.insert("Car", ["maker": "Audi", "numberPlate": "A.2", "price": 60])
        let dear = list(objects("price > 35"), in: child)
        #expect(try plates("SELF IN %@", dear, in: child) == ["A.1", "A.2", "O.1"])
      }
    }
  }

  private final class Tally {
    var count = 0
  }

  @Test(arguments: StackKind.singles)
  func itIsExecutedOnceForAllObjects(_ kind: StackKind) throws {
    NSExpression.register("tallied:") { target, _ in
      (target as? Tally)?.count += 1
      return 1
    }
    try run(kind) { context throws in
      let tally = Tally()
      let counted = NSFetchRequest<NSManagedObject>(entityName: "Car")
      counted.predicate = NSPredicate(format: "FUNCTION(%@, 'tallied:', price) == 1", tally)
      #expect(try plates("SELF IN %@", list(counted, in: context), in: context).count == 4)
      #expect(tally.count == 4)
    }
  }

  private final class Listener: NSObject, NSFetchedResultsControllerDelegate {}

  // R-REQ-281: an object is tested with what the fetch finds then.
  @Test(arguments: StackKind.singles)
  func aResultsControllerFetchesAnewForWhatChanges(_ kind: StackKind) throws {
    try run(kind) { context throws in
      let request = objects("TRUEPREDICATE")
      request.predicate = NSPredicate(
        format: "maker IN %@", list(dictionaries(["maker"], "price > 35"), in: context))
      request.sortDescriptors = [NSSortDescriptor(key: "numberPlate", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      let listener = Listener()
      controller.delegate = listener
      try controller.performFetch()
      #expect(controller.fetchedObjects?.map { $0.string("numberPlate") } == ["O.1"])
      let car = context.insert("Car", ["maker": "Audi", "numberPlate": "A.1", "price": 50])
      try context.save()
      car.setValue("A.2", forKey: "numberPlate")
      context.processPendingChanges()
      #expect(controller.fetchedObjects?.map { $0.string("numberPlate") } == ["A.2", "O.1"])
      withExtendedLifetime(listener) {}
    }
  }
}
