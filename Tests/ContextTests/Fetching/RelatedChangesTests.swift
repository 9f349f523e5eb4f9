// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Pending changes of related objects, as fetches see them.
@Suite struct RelatedChangesTests {
  @Test(arguments: StackKind.singles)
  func changedRelatedObjectsCountInPredicates(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.run { context in
      let owner = context.insert("Slot", ["code": "p", "text": "old"])
      context.insert("Slot", ["code": "k"]).setValue(owner, forKey: "parent")
      try context.save()
      owner.setValue("new", forKey: "text")
      #expect(try context.all("Slot", "parent.text == 'new'").count == 1)
      #expect(try context.all("Slot", "parent.text == 'old'").count == 0)
    }
  }

  @Test(arguments: StackKind.singles)
  func changedRelatedObjectsOfAnotherEntityCountInPredicates(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let owner = context.insert("Person", ["firstName": "old"])
      context.insert("Car", ["numberPlate": "k"]).setValue(owner, forKey: "owner")
      try context.save()
      owner.setValue("new", forKey: "firstName")
      #expect(try context.all("Car", "owner.firstName == 'new'").count == 1)
      #expect(try context.all("Car", "owner.firstName == 'old'").count == 0)
    }
  }
}
