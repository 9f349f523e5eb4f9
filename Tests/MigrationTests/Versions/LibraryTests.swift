// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import ExampleModels
import Foundation
import StoreTestSupport
import Testing

/// Stores that follow a model over thirteen versions.
@Suite struct LibraryTests {
  /// The versions that follow each other by inference, in two runs.
  private static let runs = [1...8, 9...13]

  // R-PSC-530, R-PSC-535
  @Test(arguments: MigratedStore.types, runs)
  func stepwiseAndDirectlyTheSameComesOut(_ type: String, _ run: ClosedRange<Int>) throws {
    let stepwise = try MigratedStore(type)
    let first = try LibraryVersion(number: run.lowerBound).model()
    let before = try stepwise.filled(first, count: 20)
    for number in run.dropFirst() {
      let content = try stepwise.content(try LibraryVersion(number: number).model())
      try checkStep(number, from: before, to: content)
    }
    let last = try LibraryVersion(number: run.upperBound).model()
    let direct = try MigratedStore(type)
    #expect(try direct.filled(first, count: 20) == before)
    let steps = try stepwise.content(last)
    let jump = try direct.content(last)
    // What came to be of an order on the way has the order of the numbers either way.
    #expect(jump.objects.count == steps.objects.count)
    for (name, object) in steps.objects {
      #expect(jump.objects[name] == object, "\(name)")
    }
  }

  /// Nothing is lost but what the versions drop: the titles of all items, and every author's name.
  private func checkStep(_ number: Int, from before: Content, to content: Content) throws {
    let titles = before.objects.values.compactMap { $0.attributes["title"] }.sorted()
    let found = content.objects.values.compactMap { $0.attributes["title"] }.sorted()
    #expect(found == titles, "version \(number)")
    let authors = before.objects.filter { $0.key.entity == "Author" }
    for (name, author) in authors {
      #expect(content.objects[name]?.attributes["name"] == author.attributes["name"])
    }
  }

  // R-PSC-530, R-PSC-577, R-MOD-320: the mapping model lies among the program's resources.
  @Test(arguments: MigratedStore.types)
  func theNinthVersionIsReachedByTheMappingModel(_ type: String) throws {
    NSEntityMigrationPolicy.register([PatronNamePolicy.self, MagazineIssuePolicy.self])
    let store = try MigratedStore(type)
    let before = try store.filled(try LibraryVersion(number: 8).model(), count: 5)
    let after = try store.content(try LibraryVersion(number: 9).model())
    #expect(after.objects.count == before.objects.count)
    let names = after.objects.filter { $0.key.entity == "Patron" }.compactMap {
      $0.value.attributes["firstName"]
    }
    #expect(names == Array(repeating: "name", count: 5))
    let issues = after.objects.filter { $0.key.entity == "Magazine" }.compactMap {
      $0.value.attributes["issue"]
    }
    let former = before.objects.filter { $0.key.entity == "Magazine" }.compactMap {
      $0.value.attributes["issue"].map { "No. \($0)" }
    }
    #expect(issues.sorted() == former.sorted())
    let loans = after.objects.filter { $0.key.entity == "Loan" }.compactMap(
      \.value.relationships["patron"])
    #expect(
      loans.count
        == before.objects.filter { $0.key.entity == "Loan" }.compactMap(
          \.value.relationships["patron"]
        )
        .count)
    // From there the model goes on by inference.
    #expect(try store.content(try LibraryVersion.last.model()).objects.count == after.objects.count)
  }

  // R-PSC-530, R-PSC-536, R-PSC-543
  @Test(arguments: MigratedStore.types)
  func withoutAMappingModelAnErrorSaysWhy(_ type: String) throws {
    let store = try MigratedStore(type)
    let former = ModelText("Magazine\n  issue Int32").model()
    let before = try store.filled(former, count: 5)
    let error = #expect(throws: CocoaError.self) {
      _ = try store.content(ModelText("Magazine\n  issue String").model())
    }
    #expect(error?.code == .migrationMissingMappingModel)
    let cause = error?.userInfo[NSUnderlyingErrorKey] as? CocoaError
    #expect(cause?.code == .inferredMappingModel)
    let reason = "\(cause?.userInfo["reason"] ?? "")"
    #expect(reason.contains("Magazine.issue"))
    #expect(try store.content(former) == before)
  }

  // R-PSC-503
  @Test(arguments: MigratedStore.types)
  func theLastVersionChangesNothingInStores(_ type: String) throws {
    let store = try MigratedStore(type)
    let before = try store.filled(try LibraryVersion(number: 12).model(), count: 5)
    let after = try store.use(try LibraryVersion.last.model(), migrating: false) {
      try Content(of: $0)
    }
    #expect(after == before)
  }
}
