// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import Testing

/// Predicates that differ in their constants only: what is kept of one translation must be the other's.
@Suite struct RepeatedTranslationTests {
  private let model = SampleModels.company()

  private func filter(_ predicate: NSPredicate) throws -> String? {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    request.predicate = predicate
    let query = try request.explained(in: model).query
    return try query.filter.map {
      QueryText(schema: try model.compiledSchema()).text($0, query.entity)
    }
  }

  private func filters(_ format: String, _ constants: [Any]) throws -> [String?] {
    try constants.map { try filter(NSPredicate(format: format, argumentArray: [$0])) }
  }

  @Test func constantsOfOneKindAreTheirOwn() throws {
    #expect(
      try filters("name == %@", ["a", "b", "a"])
        == ["name equal 'a'", "name equal 'b'", "name equal 'a'"])
    #expect(
      try filters("salary > %@", [1, 2, 0]) == [
        "salary greater 1", "salary greater 2", "salary greater 0",
      ])
  }

  @Test func constantsOfOtherKindsAreTranslatedAnew() throws {
    let constants: [Any] = ["a", 7, "7", 7.5, "b"]
    let texts = try filters("name == %@", constants)
    #expect(
      texts == [
        "name equal 'a'", "name equal '7'", "name equal '7'", "name equal '7.5'", "name equal 'b'",
      ])
    let numbers = try filters("salary == %@", [1, "2", 3, "x", "4"] as [Any])
    #expect(
      numbers == ["salary equal 1", "salary equal 2", "salary equal 3", nil, "salary equal 4"])
  }

  @Test func truthsAndNullsAreTranslatedAnew() throws {
    let constants: [Any] = [true, false, NSNull(), true]
    #expect(
      try filters("isActive == %@", constants) == [
        "isActive equal 1", "isActive equal 0", "isActive isNull", "isActive equal 1",
      ])
  }

  @Test func namesOfEntitiesAreLookedUpEachTime() throws {
    let found = try filters("entity.name == %@", ["Nobody", "Manager", "Nobody"])
    #expect(found[0] == found[2])
    #expect(found[0] != found[1])
  }

  @Test func numbersOfMembersKeepTheirMeaning() throws {
    let counts = try filters("tags.@count > %@", [5, 0, 5])
    #expect(counts[0] == counts[2])
    #expect(counts[0] != counts[1])
  }

  @Test func placesAreNotMixedUp() throws {
    for (low, high) in [(1, 5), (5, 1), (3, 3)] {
      let predicate = NSPredicate(
        format: "salary BETWEEN {%@, %@} AND name == %@", low, high, "n\(low)")
      #expect(try filter(predicate) == "(salary in \(low)...\(high) & name equal 'n\(low)')")
    }
  }

  @Test func objectsAreTheirOwn() throws {
    let stack = try CompanyStack()
    let departments = ["Sales", "Lab"]
    for name in departments + departments {
      let department = try #require(try stack.object("Department", where: "name", is: name))
      let predicate = NSPredicate(format: "department == %@", department)
      #expect(
        try stack.fetched(predicate, of: "Employee")
          == stack.evaluated(predicate, of: "Employee"))
    }
  }
}
