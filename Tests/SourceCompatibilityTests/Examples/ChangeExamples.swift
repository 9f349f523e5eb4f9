// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples that change objects.
struct ChangeExamples {
  private func run(_ block: (NSManagedObjectContext, ExampleStack) throws -> Void) throws {
    let stack = try ExampleStack()
    let context = stack.context
    try context.performAndWait { try block(context, stack) }
  }

  @Test func inserting() throws {
    try run { context, _ in
      // example
      if let entity = NSEntityDescription.entity(forEntityName: "Tag", in: context) {
        let tag = Tag(entity: entity, insertInto: nil)
        tag.name = "new"
        context.insert(tag)
      }
      // example end
      #expect(context.insertedObjects.count == 1)
    }
  }

  @Test func deleting() throws {
    try run { context, stack in
      let department = stack.department
      // example
      context.delete(department)  // and its employees: the delete rule is cascade
      try context.save()
      // example end
      #expect(try stack.count("Employee") == 0)
    }
  }

  @Test func choosingAStore() throws {
    try run { context, stack in
      let url = stack.folder.appendingPathComponent("Archive.sqlite")
      let archive = try stack.coordinator.addPersistentStore(type: .sqlite, at: url)
      // example
      let tag = Tag(context: context)
      tag.name = "old"
      context.assign(tag, to: archive)
      try context.save()
      // example end
      #expect(tag.objectID.persistentStore === archive)
    }
  }

  @Test func identity() throws {
    try run { context, stack in
      // example
      let tag = Tag(context: context)
      try context.obtainPermanentIDs(for: [tag])
      let uri = tag.objectID.uriRepresentation()
      // example end
      #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == tag.objectID)
    }
  }

  @Test func refreshing() throws {
    try run { context, stack in
      let employee = stack.employee
      // example
      context.refresh(employee, mergeChanges: false)
      // The next access to a property reads the store.
      // example end
      #expect(employee.isFault)
    }
  }

  @Test func rollingBack() throws {
    try run { context, stack in
      let employee = stack.employee
      // example
      employee.salary = 0
      context.rollback()
      // The salary is the saved one again.
      // example end
      #expect(employee.salary == 3_000)
    }
  }

  @Test func savingWhatIsNotValid() throws {
    try run { context, stack in
      _ = Department(context: context)
      // example
      do {
        try context.save()
      } catch let error as CocoaError {
        let errors = error.userInfo[NSDetailedErrorsKey] as? [any Error] ?? [error]
        for error in errors { print(error.localizedDescription) }
      }
      // example end
      #expect(try stack.count("Department") == 1)
    }
  }

  @Test func mergingABatchDeletion() throws {
    try run { context, stack in
      let tag = Tag(context: context)
      tag.name = "old"
      try context.save()
      // example
      let tags = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
      let request = NSBatchDeleteRequest(fetchRequest: tags)
      request.resultType = .resultTypeObjectIDs
      let result = try context.execute(request) as? NSBatchDeleteResult
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectIDsKey: result?.result ?? []], into: [context])
      // example end
      #expect(try stack.count("Tag") == 0)
    }
  }

  @Test func values() throws {
    try run { _, stack in
      let employee = stack.employee
      // example
      let name = employee.value(forKey: "name") as? String
      // example end
      #expect(name == "Ada")
      // example
      employee.setValue(4_000, forKey: "salary")
      employee.setValue(nil, forKey: "department")
      // example end
      #expect(employee.salary == 4_000)
      #expect(employee.department == nil)
    }
  }

  @Test func validating() throws {
    try run { _, stack in
      let employee = stack.employee
      // example
      var name: Any?
      do {
        try employee.validateValue(&name, forKey: "name")
      } catch let error as CocoaError where error.code == .validationMissingMandatoryProperty {
        print("An employee needs a name.")
      }
      // example end
      #expect(name == nil)
    }
  }
}
