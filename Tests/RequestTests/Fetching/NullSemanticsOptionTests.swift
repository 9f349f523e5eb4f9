// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The option that makes every store count nil as a value. // R-REQ-094
@Suite struct NullSemanticsOptionTests {
  private func names(
    _ format: String, type: String, option: Bool?
  ) throws -> [String] {
    let place = try Workplace()
    let options = option.map { [InMemoryNullSemanticsOption as AnyHashable: $0 as Any] }
    let coordinator = try place.opened(type, options: options)
    return try place.run(coordinator) { context in
      _ = context.insert("Person", ["firstName": "Ada", "lastName": "King"])
      _ = context.insert("Person", ["firstName": "Bob"])
      try context.save()
      context.reset()
      return try context.all("Person", format)
        .compactMap { $0.value(forKey: "firstName") as? String }.sorted()
    }
  }

  @Test(arguments: StackKind.singles.map(\.name), ["lastName != 'King'", "NOT lastName == 'King'"])
  func nilIsAValueWithTheOption(_ type: String, _ format: String) throws {
    #expect(try names(format, type: type, option: true) == ["Bob"])
  }

  @Test(arguments: ["lastName != 'King'", "NOT lastName == 'King'"])
  func withoutItSQLPassesOverNil(_ format: String) throws {
    #expect(try names(format, type: NSSQLiteStoreType, option: nil) == [])
    #expect(try names(format, type: NSSQLiteStoreType, option: false) == [])
  }

  @Test func batchRequestsCountAlike() throws {
    let place = try Workplace()
    let coordinator = try place.opened(
      NSSQLiteStoreType, options: [InMemoryNullSemanticsOption: true])
    try place.run(coordinator) { context in
      _ = context.insert("Person", ["firstName": "Ada", "lastName": "King"])
      _ = context.insert("Person", ["firstName": "Bob"])
      try context.save()
      let request = NSBatchUpdateRequest(entityName: "Person")
      request.predicate = NSPredicate(format: "lastName != 'King'")
      request.propertiesToUpdate = ["lastName": "Bell"]
      request.resultType = .updatedObjectsCountResultType
      let result = try context.execute(request) as? NSBatchUpdateResult
      #expect(result?.result as? Int == 1)
    }
  }
}
