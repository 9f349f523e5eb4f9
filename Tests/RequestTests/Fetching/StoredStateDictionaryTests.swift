// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Dictionaries and counts of what is stored, whatever is pending.
struct StoredStateDictionaryTests {
  private static func request<T>(
    _ type: T.Type, _ resultType: NSFetchRequestResultType, includesPending: Bool = false
  ) -> NSFetchRequest<T> {
    let request = NSFetchRequest<T>(entityName: "Person")
    request.resultType = resultType
    request.includesPendingChanges = includesPending
    request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
    request.predicate = NSPredicate(format: "age > 20")
    return request
  }

  private func names(
    _ context: NSManagedObjectContext, includesPending: Bool = false
  ) throws -> [String?] {
    let request = Self.request(
      NSDictionary.self, .dictionaryResultType, includesPending: includesPending)
    request.propertiesToFetch = ["firstName"]
    return try context.fetch(request).map { $0["firstName"] as? String }
  }

  private func count(_ context: NSManagedObjectContext) throws -> Int? {
    try context.fetch(Self.request(NSNumber.self, .countResultType)).first?.intValue
  }

  // R-REQ-012, R-CTX-482, R-REQ-013
  @Test(arguments: StackKind.everyStore)
  func pendingDeletionsInsertionsAndChangesDoNotMatter(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      for (name, age) in [("alpha", 22), ("bravo", 25), ("carol", 30)] {
        _ = context.insert("Person", ["firstName": name, "age": age])
      }
      try context.save()
      let people = try context.all("Person", sortedBy: "firstName")
      context.delete(people[0])
      people[1].setValue("zulu", forKey: "firstName")
      people[2].setValue(3, forKey: "age")
      _ = context.insert("Person", ["firstName": "delta", "age": 40])
      for includesPending in [false, true] {
        let found = try names(context, includesPending: includesPending)
        #expect(found == ["alpha", "bravo", "carol"])
      }
      #expect(try count(context) == 3)
      let total = NSExpressionDescription()
      total.name = "total"
      total.expression = NSExpression(format: "sum:(age)")
      let request = Self.request(NSDictionary.self, .dictionaryResultType)
      request.sortDescriptors = nil
      request.propertiesToFetch = [total]
      #expect(try context.fetch(request).first?["total"] as? Int == 77)
      #expect(people[0].isDeleted)
      #expect(context.hasChanges)
    }
  }

  // R-REQ-012, R-REQ-013: below a parent too, dictionaries are of what is stored
  @Test(arguments: StackKind.all)
  func aChildReadsDictionariesOfTheStores(_ kind: StackKind) throws {
    let family = try Family(kind)
    try family.stack.run { context in
      for name in ["alpha", "bravo"] {
        _ = context.insert("Person", ["firstName": name, "age": 22])
      }
      try context.save()
    }
    try family.run { parent, child in
      parent.delete(try #require(try parent.all("Person", "firstName == 'alpha'").first))
      child.delete(try #require(try child.all("Person", "firstName == 'bravo'").first))
      #expect(try names(child) == ["alpha", "bravo"])
      #expect(try count(child) == 1)
    }
  }
}
