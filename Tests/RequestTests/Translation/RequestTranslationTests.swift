// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import StoreInterface
import Testing

@Suite struct RequestTranslationTests {
  private let model = SampleModels.company()

  private func request(_ entity: String) -> NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
  }

  private func sorted(_ descriptor: NSSortDescriptor) throws -> QueryExplanation {
    let request = request("Employee")
    request.sortDescriptors = [descriptor]
    return try request.explained(in: model)
  }

  @Test func subentitiesArePartOfTheRangeUnlessExcluded() throws {  // R-REQ-016
    let request = request("Employee")
    #expect(try request.explained(in: model).query.concreteEntities == 1..<3)
    request.includesSubentities = false
    #expect(try request.explained(in: model).query.concreteEntities == 1..<2)
  }

  @Test func limitAndOffsetAreTheStores() throws {  // R-REQ-101
    let request = request("Tag")
    request.fetchLimit = 5
    request.fetchOffset = 2
    let query = try request.explained(in: model).query
    #expect(query.limit == 5)
    #expect(query.offset == 2)
  }

  @Test func limitAndOffsetWaitForWhatIsLeftToObjects() throws {  // R-REQ-081 R-REQ-101
    let request = request("Tag")
    request.fetchLimit = 5
    request.predicate = NSPredicate { _, _ in true }
    #expect(try request.explained(in: model).query.limit == 0)
  }

  @Test(arguments: [
    ("compare:", Collation.binary), ("caseInsensitiveCompare:", .caseInsensitive),
    ("localizedStandardCompare:", .localizedStandard),
  ])
  func selectorsAreCollations(selector: String, collation: Collation) throws {  // R-REQ-099
    let keys = try sorted(
      NSSortDescriptor(key: "name", ascending: false, selector: Selector(selector))
    ).query.sort
    #expect(keys.map(\.collation) == [collation])
    #expect(keys.map(\.isAscending) == [false])
  }

  @Test func sortKeysFollowToOnes() throws {  // R-REQ-099
    let explanation = try sorted(NSSortDescriptor(key: "department.name", ascending: true))
    let text = QueryText(schema: try model.compiledSchema())
    #expect(explanation.query.sort.map { text.text($0.path, 1) } == ["department.name"])
  }

  @Test func sortingBySelfIsByKey() throws {  // R-PRED-284
    let explanation = try sorted(NSSortDescriptor(key: "self", ascending: true))
    #expect(explanation.query.sort == [SortKey(ColumnPath(.key))])
  }

  @Test func aComparatorIsLeftToObjects() throws {  // R-PRED-283
    let explanation = try sorted(
      NSSortDescriptor(key: "name", ascending: true) { _, _ in .orderedSame })
    #expect(explanation.needsObjectsForOrder)
    #expect(explanation.query.sort.isEmpty)
  }

  @Test(arguments: [
    ("nothing", "keypath nothing not found in entity Employee"),
    ("nick", "keypath nick not found in entity Employee"),
    ("tags.label", "to-many key not allowed here"),
    ("tags.@count", "to-many key not allowed here"),
  ])
  func impossibleSortKeysAreErrors(key: String, part: String) {  // R-REQ-024
    let error = #expect(throws: CocoaError.self) {
      try self.sorted(NSSortDescriptor(key: key, ascending: true))
    }
    #expect((error?.userInfo["reason"] as? String)?.contains(part) == true)
  }

  @Test func anUnknownEntityIsAnError() {  // R-REQ-004
    #expect(throws: CocoaError.self) { try self.request("None").explained(in: self.model) }
  }

  @Test func aNewRequestHasTheDefaults() {  // R-REQ-001 R-REQ-002
    let request = NSFetchRequest<NSNumber>(entityName: "Tag")
    #expect(request.entity == nil)
    #expect(request.entityName == "Tag")
    #expect(request.predicate == nil)
    #expect(request.fetchLimit == 0)
    #expect(request.resultType == .managedObjectResultType)
    #expect(request.includesSubentities)
    #expect(request.includesPropertyValues)
    #expect(request.returnsObjectsAsFaults)
    #expect(request.includesPendingChanges)
    #expect(!request.returnsDistinctResults)
    #expect(!request.shouldRefreshRefetchedObjects)
    #expect(request.requestType == .fetchRequestType)
  }

  @Test func aCopyIsEqualAndIndependent() throws {  // R-MOD-009
    let request = request("Tag")
    request.predicate = NSPredicate(format: "label == 'x'")
    let copy = try #require(request.copy() as? NSFetchRequest<any NSFetchRequestResult>)
    #expect(copy == request)
    copy.fetchLimit = 1
    #expect(copy != request)
    #expect(request.fetchLimit == 0)
  }
}
