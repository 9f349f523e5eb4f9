// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// What people see of objects of the API in logs.
struct DescriptionTextTests {
  @Test func aRequestSaysWhatItAsksFor() {  // R-REQ-001
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    #expect(
      request.description.hasSuffix(
        "(entity: Person; predicate: ((null)); sortDescriptors: ((null)); type: "
          + "NSManagedObjectResultType)"))
    #expect(request.description.hasPrefix("<NSFetchRequest: 0x"))
    request.predicate = NSPredicate(format: "age > 3")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    request.fetchLimit = 7
    request.fetchOffset = 2
    request.resultType = .countResultType
    #expect(
      request.description.hasSuffix(
        "(entity: Person; predicate: (age > 3); sortDescriptors: ((name, descending)); offset: 2; "
          + "limit: 7; type: NSCountResultType)"))
    let deletion = NSBatchDeleteRequest(fetchRequest: request)
    #expect(deletion.description.contains("predicate: (age > 3)"))
  }

  @Test func otherRequestsSayWhatTheyDo() {
    let insertion = NSBatchInsertRequest(entityName: "Note", objects: [["rank": 1], ["rank": 2]])
    #expect(insertion.description.contains("(entity: Note; objects: 2; result type: "))
    let update = NSBatchUpdateRequest(entityName: "Note")
    update.predicate = NSPredicate(format: "rank > 3")
    update.propertiesToUpdate = ["rank": 1, "text": "a"]
    #expect(
      update.description.contains(
        "(entity: Note; predicate: (rank > 3); properties: (rank, text); result type: "))
    let save = NSSaveChangesRequest(inserted: nil, updated: [], deleted: nil, locked: nil)
    #expect(save.description.hasSuffix("(inserted: 0, updated: 0, deleted: 0, locked: 0)"))
    let fetch = NSFetchRequest<NSManagedObject>(entityName: "Note")
    let asynchronous = NSAsynchronousFetchRequest(fetchRequest: fetch) { _ in }
    #expect(asynchronous.description.contains("with fetch request <NSFetchRequest: 0x"))
  }

  @Test(arguments: StackKind.all) func aCoordinatorHasItsNameAndStores(_ kind: StackKind) throws {
    let coordinator = try Stack(kind).coordinator
    coordinator.name = "Garage"
    #expect(coordinator.description.contains(" name: Garage (stores: "))
    for store in coordinator.persistentStores {
      #expect(coordinator.description.contains(store.url?.absoluteString ?? store.type))
    }
    #expect(coordinator.debugDescription == coordinator.description)
  }

  @Test func indexesNameTheirElements() {
    let model = GarageModel.make()
    let car = model.entitiesByName["Car"]
    let price = car?.attributesByName["price"] ?? NSAttributeDescription()
    let index = NSFetchIndexDescription(
      name: "byPrice",
      elements: [NSFetchIndexElementDescription(property: price, collationType: .binary)])
    index.elements[0].isAscending = false
    #expect(index.description.contains(".byPrice (price descending)>"))
  }

  @Test func aDescriptionHasTypeAndPlace() {
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/tmp/a.sqlite"))
    #expect(description.description.hasSuffix("(type: SQLite, url: file:///tmp/a.sqlite)"))
  }

  @Test(arguments: StackKind.all) func aStoreHasTypeAndPlace(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    for store in stack.coordinator.persistentStores {
      #expect(store.description.contains("(type: \(store.type), URL: "))
      #expect(!store.description.contains("EngineStore"))
    }
  }

  @Test func modelsAndPoliciesSayWhatTheyAre() {
    let model = GarageModel.make()
    #expect(model.description.contains("isEditable 1, entities {"))
    #expect(model.description.contains("Person"))
    #expect(NSMergePolicy.overwrite.description.hasSuffix("(type: overwriteMergePolicyType)"))
  }

  // R-CTX-226
  @Test(arguments: StackKind.all) func aDumpEndsAtTheObject(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    context.performAndWait {
      let person = context.insert("Person", ["firstName": "Ada"])
      var text = ""
      dump(person, to: &text)
      #expect(text.contains("Ada"))
      #expect(text.split(separator: "\n").count < 40)
    }
  }

  @Test(arguments: StackKind.all) func errorsPrintTheirText(_ kind: StackKind) throws {
    let context = try Stack(kind).context()
    context.performAndWait {
      for name in ["Person", "Car"] {
        let object = context.insert(name)
        do {
          try object.validateForInsert()
        } catch {
          #expect(!(error as NSError).description.contains("(null)"))
        }
      }
    }
  }
}
