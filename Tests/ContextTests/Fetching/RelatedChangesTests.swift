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
    try stack.work { c in
      let p = c.insert("Slot", ["code": "p", "text": "old"])
      c.insert("Slot", ["code": "k"]).setValue(p, forKey: "parent")
      try c.save()
      p.setValue("new", forKey: "text")
      try #expect(c.all("Slot", "parent.text == 'new'").count == 1)
      try #expect(c.all("Slot", "parent.text == 'old'").count == 0)
    }
  }

  @Test(arguments: StackKind.singles)
  func changedRelatedObjectsOfAnotherEntityCountInPredicates(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.work { c in
      let p = c.insert("Person", ["firstName": "old"])
      c.insert("Car", ["numberPlate": "k"]).setValue(p, forKey: "owner")
      try c.save()
      p.setValue("new", forKey: "firstName")
      try #expect(c.all("Car", "owner.firstName == 'new'").count == 1)
      try #expect(c.all("Car", "owner.firstName == 'old'").count == 0)
    }
  }
}
