// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Temporary IDs of objects that have been saved, or never were.
@Suite struct ForgottenIDTests {
  /// Whether both ways of looking up lead to the same: one object with values, or none.
  private func requireAgreement(
    in context: NSManagedObjectContext, id: NSManagedObjectID, text: String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let existing = try? context.existingObject(with: id)
    #expect(existing?.string("text") == text, sourceLocation: sourceLocation)
    let object = context.object(with: id)
    #expect(object.string("text") == text, sourceLocation: sourceLocation)
    if let existing { #expect(existing === object, sourceLocation: sourceLocation) }
    let again = try? context.existingObject(with: id)
    #expect(again?.string("text") == text, sourceLocation: sourceLocation)
  }

  // R-CTX-138, R-CTX-112
  @Test(arguments: StackKind.everyStore)
  func bothLookupsAgreeInTheContextThatSaved(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let id = context.insert("Note", ["text": "a"]).objectID
      try context.save()
      requireAgreement(in: context, id: id, text: "a")
      context.refreshAllObjects()
      requireAgreement(in: context, id: id, text: "a")
    }
  }

  // R-CTX-138: a reset ends it
  @Test(arguments: StackKind.everyStore)
  func bothLookupsAgreeAfterAReset(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let id = context.insert("Note", ["text": "a"]).objectID
      try context.save()
      context.reset()
      requireAgreement(in: context, id: id, text: nil)
    }
  }

  // R-CTX-112
  @Test(arguments: StackKind.all)
  func bothLookupsAgreeInEveryContextOfATree(_ kind: StackKind) throws {
    try Family(kind).run { parent, child in
      let grandchild = Family.child(of: child)
      let id = try grandchild.performAndWait {
        let id = grandchild.insert("Note", ["text": "a"]).objectID
        try grandchild.save()
        return id
      }
      for context in [child, parent] {
        try context.save()
        requireAgreement(in: child, id: id, text: "a")
        requireAgreement(in: parent, id: id, text: "a")
        grandchild.performAndWait { requireAgreement(in: grandchild, id: id, text: "a") }
      }
    }
  }
}
