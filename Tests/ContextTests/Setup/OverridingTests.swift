// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What programs and their tests override or find by name in Apple's framework.
@Suite struct OverridingTests {
  /// A context as tests of programs fake it: its answer is prepared.
  private final class PreparedContext: NSManagedObjectContext, @unchecked Sendable {
    nonisolated(unsafe) var answer: [Any]?
    nonisolated(unsafe) var limits: [Int] = []

    override func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
      limits.append(request.fetchLimit)
      if let answer { return answer }
      return try super.fetch(request)
    }
  }

  private final class PreparedContainer: NSPersistentContainer, @unchecked Sendable {
    private let prepared = NSManagedObjectContext(.mainQueue)

    override var viewContext: NSManagedObjectContext { prepared }
    override var name: String { "prepared " + super.name }
    override var managedObjectModel: NSManagedObjectModel { super.managedObjectModel }
    override var persistentStoreCoordinator: NSPersistentStoreCoordinator {
      super.persistentStoreCoordinator
    }
  }

  @Test func anOverriddenUntypedFetchAnswersTypedRequestsToo() throws {
    let stack = try Stack(StackKind.singles[0])
    let context = PreparedContext(.privateQueue)
    context.persistentStoreCoordinator = stack.coordinator
    try context.performAndWait {
      let note = context.insert("Note", ["text": "a"])
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.fetchLimit = 7
      #expect(try context.fetch(request) == [note])
      #expect(context.limits == [7])
      // R-REQ-002
      #expect(request.entity?.name == "Note")
      context.answer = []
      #expect(try context.fetch(request).isEmpty)
      context.answer = ["no object"]
      #expect(failure { _ = try context.fetch(request) }?.code == .coreData)
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Note")
      ids.resultType = .managedObjectIDResultType
      context.answer = nil
      #expect(try context.fetch(ids) == [note.objectID])
    }
  }

  @Test func aContainerMayHaveAnotherViewContext() {
    let container = PreparedContainer(name: "Garage", managedObjectModel: GarageModel.make())
    #expect(container.viewContext.persistentStoreCoordinator == nil)
    #expect(container.name == "prepared Garage")
    #expect(
      container.persistentStoreCoordinator.managedObjectModel === container.managedObjectModel)
  }

  @Test func entitiesAreFoundByTheDescriptionOfTheirClass() {
    #expect(TracedPerson.description() == "TracedPerson")
    let request = NSFetchRequest<TracedPerson>(entityName: TracedPerson.description())
    #expect(request.entityName == "TracedPerson")
  }

  @Test func transformersAreFoundByAnInitialiser() {
    #expect(ValueTransformer(forName: .secureUnarchiveFromDataTransformerName) != nil)
    #expect(ValueTransformer(forName: NSValueTransformerName("of nobody")) == nil)
  }

  // R-PSC-710, R-PSC-683
  @Test(arguments: StackKind.singles)
  func storesThatAreSetOnTheFetchRequestOfABatchDeletionCount(_ kind: StackKind) throws {
    let type = kind.stores[0].type
    let stack = try Stack(StackKind(name: kind.name, stores: [(type, "Notes"), (type, "Archive")]))
    let stores = stack.coordinator.persistentStores
    try stack.run { context in
      for store in stores {
        context.assign(context.insert("Note", ["text": store.configurationName]), to: store)
      }
      try context.save()
      let request = NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Note"))
      request.fetchRequest.affectedStores = [stores[1]]
      #expect(request.affectedStores == [stores[1]])
      try context.execute(request)
      request.affectedStores = []
      #expect(request.affectedStores == [])
    }
    #expect(try stack.run { try $0.all("Note").map { $0.string("text") } } == ["Notes"])
  }

  // R-PSC-710
  @Test(arguments: StackKind.all)
  func aConditionThatIsAddedToABatchDeletionCounts(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      for text in ["a", "b"] { _ = context.insert("Note", ["text": text]) }
      try context.save()
      let all = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
      let request = NSBatchDeleteRequest(fetchRequest: all)
      request.fetchRequest.predicate = NSPredicate(format: "text == 'a'")
      #expect(all.predicate == nil)
      request.resultType = .resultTypeCount
      let result = try context.execute(request) as? NSBatchDeleteResult
      #expect(result?.result as? Int == 1)
      let copy = request.copy() as? NSBatchDeleteRequest
      #expect(copy?.fetchRequest.predicate == request.fetchRequest.predicate)
    }
    #expect(try stack.run { try $0.all("Note").map { $0.string("text") } } == ["b"])
  }
}
