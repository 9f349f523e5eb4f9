// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Fetches that leave pending changes out, and what a request knows afterwards.
struct StoredStateFetchTests {
  private func filled(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      for (name, age) in [("alpha", 22), ("bravo", 25)] {
        _ = context.insert("Person", ["firstName": name, "age": age])
      }
      try context.save()
    }
    return stack
  }

  private func request(_ format: String? = nil) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
    request.predicate = format.map { NSPredicate(format: $0) }
    request.includesPendingChanges = false
    return request
  }

  // R-REQ-012, R-CTX-482
  @Test(arguments: StackKind.everyStore, [nil, "age > 20", "FUNCTION(age, 'description') != ''"])
  func rowsThatAreToBeDeletedAreFound(_ kind: StackKind, _ format: String?) throws {
    NSExpression.register("description") { target, _ in target.map { "\($0)" } }
    try filled(kind).run { context in
      let bravo = try #require(try context.all("Person", "firstName == 'bravo'").first)
      context.delete(bravo)
      context.processPendingChanges()
      let found = try context.fetch(request(format))
      #expect(found.map { $0.string("firstName") } == ["alpha", "bravo"])
      #expect(found.last === bravo)
      #expect(bravo.isDeleted)
      #expect(try context.count(for: request(format)) == 2)
      #expect(try context.fetch(ids(format)) == found.map(\.objectID))
      let limited = request(format)
      limited.fetchOffset = 1
      #expect(try context.fetch(limited) == [bravo])
      limited.includesPendingChanges = true
      limited.fetchOffset = 0
      let left = try context.fetch(limited).map { $0.string("firstName") }
      #expect(left == ["alpha"])
    }
  }

  private func ids(_ format: String?) -> NSFetchRequest<NSManagedObjectID> {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
    request.resultType = .managedObjectIDResultType
    request.specify(format)
    return request
  }

  // R-REQ-012: below a parent, the parent says what there is
  @Test(arguments: StackKind.all)
  func whatAParentDeletesIsNoRowOfItsChild(_ kind: StackKind) throws {
    let family = try Family(kind)
    try family.stack.run { context in
      _ = context.insert("Person", ["firstName": "alpha"])
      _ = context.insert("Person", ["firstName": "bravo"])
      try context.save()
    }
    try family.run { parent, child in
      parent.delete(try #require(try parent.all("Person", "firstName == 'alpha'").first))
      let bravo = try #require(try child.all("Person", "firstName == 'bravo'").first)
      child.delete(bravo)
      #expect(try child.fetch(request()) == [bravo])
      #expect(try child.count(for: request()) == 1)
    }
  }

  // R-REQ-002
  @Test(arguments: StackKind.all)
  func aRequestKnowsItsEntityOnceAContextHasUsedIt(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      let entity = NSEntityDescription.entity(forEntityName: "Person", in: context)
      let uses: [(NSFetchRequest<NSManagedObject>) throws -> Void] = [
        { _ = try context.fetch($0) }, { _ = try context.count(for: $0) },
        { _ = try context.execute(NSAsynchronousFetchRequest(fetchRequest: $0)) },
      ]
      for use in uses {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(request.entity == nil)
        try use(request)
        #expect(request.entity === entity)
        #expect(request.entityName == "Person")
      }
      let unknown = NSFetchRequest<NSManagedObject>(entityName: "Nobody")
      #expect(throws: CocoaError.self) { try context.fetch(unknown) }
      #expect(unknown.entity == nil)
    }
  }
}

extension NSFetchRequest {
  /// Persons by name, as they are stored.
  fileprivate final func specify(_ format: String?) {
    sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
    predicate = format.map { NSPredicate(format: $0) }
    includesPendingChanges = false
  }
}
