// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import Testing

/// Predicates on employees (see `SampleModels.company`) and the filters they become.
@Suite struct PredicateTranslationTests {
  private let model = SampleModels.company()

  private func explain(_ predicate: NSPredicate, _ entity: String) throws -> QueryExplanation {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    request.predicate = predicate
    return try request.explained(in: model)
  }

  /// The filter as text; `nil` when every object is to be evaluated.
  private func filter(_ predicate: NSPredicate, of entity: String = "Employee") throws -> String? {
    let query = try explain(predicate, entity).query
    return try query.filter.map {
      QueryText(schema: try model.compiledSchema()).text($0, query.entity)
    }
  }

  private func filter(_ format: String, of entity: String = "Employee") throws -> String? {
    try filter(NSPredicate.parse(format: format), of: entity)
  }

  @Test(arguments: [
    ("salary > 10", "salary greater 10"),
    ("10 < salary", "10 less salary"),
    ("name == 'x'", "name equal 'x'"),
    ("name ==[cd] 'x'", "name equal[cd] 'x'"),
    ("name != nil", "!name isNull"),
    ("nil == name", "name isNull"),
    ("salary == score", "salary equal score"),
    ("isActive == YES", "isActive equal 1"),
    ("salary BETWEEN {1, 5}", "salary in 1...5"),
    ("salary IN {1, 2}", "salary in [\"1\", \"2\"]"),
    ("name IN {'a', nil}", "(name in [\"\\\'a\\\'\"] | name isNull)"),
    ("salary + 1 > score * 2", "add(salary, 1) greater multiply(score, 2)"),
    ("name CONTAINS[cdl] 'x'", "name contains[cdl] 'x'"),
    ("name BEGINSWITH 'x'", "name beginsWith 'x'"),
    ("name LIKE 'x*'", "name like 'x*'"),
    ("name MATCHES 'x.'", "name matches 'x.'"),
    ("name IN 'abc'", "'abc' contains name"),
    ("name.length > 3", "length(name) greater 3"),
    ("lowercase:(name) == 'x'", "lowercase(name) equal 'x'"),
    ("home.city == 'x'", "home.city equal 'x'"),
    ("TERNARY(isActive == YES, salary, 0) > 5", "if(isActive equal 1, salary, 0) greater 5"),
    ("salary == 2 + 3", "salary equal 5"),
    ("TRUEPREDICATE", "true"),
  ])
  func attributesCompare(format: String, expected: String) throws {  // R-REQ-080 R-REQ-097
    let found = try filter(format)
    #expect(
      found?.replacingOccurrences(of: "\\'", with: "'")
        == expected
        .replacingOccurrences(of: "\\'", with: "'"))
  }

  @Test func constantsTakeTheTypeOfTheColumn() throws {  // R-REQ-082
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let uuid = UUID()
    #expect(try filter(NSPredicate(format: "hiredAt > %@", date)) == "hiredAt greater @7.0")
    #expect(try filter(NSPredicate(format: "badge == %@", uuid)) == "badge equal \(uuid)")
    #expect(
      try filter(NSPredicate(format: "budget > 5"), of: "Department") == "budget greater 5m")
  }

  @Test(arguments: [
    ("department.name == 'x'", "department.name equal 'x'"),
    ("department == nil", "department isNull"),
    ("department != nil", "!department isNull"),
    ("SELF.salary == 1", "salary equal 1"),
    ("entity.name == 'Manager'", "SELF of [\"Manager\"]"),
    ("entity.name IN {'Manager', 'Employee'}", "SELF of [\"Employee\", \"Manager\"]"),
  ])
  func toOnePathsAreFollowed(format: String, expected: String) throws {  // R-REQ-080
    #expect(try filter(format) == expected)
  }

  @Test(arguments: [
    ("ANY employees.salary > 5", "any employees {salary greater 5}"),
    ("ALL employees.salary > 5", "all employees {salary greater 5}"),
    ("NONE employees.salary > 5", "none employees {salary greater 5}"),
    ("NOT ANY employees.salary > 5", "none employees {salary greater 5}"),
    ("ANY employees.tags.label == 'x'", "any employees {any tags {label equal 'x'}}"),
    ("ANY employees.department.name == 'x'", "any employees {department.name equal 'x'}"),
    ("employees.@count > 2", "count(employees) greater 2"),
    ("employees.@count > 0", "any employees {true}"),
    ("employees.@count == 0", "none employees {true}"),
    ("employees.@sum.salary > 2", "sum(employees.salary) greater 2"),
    ("@avg.employees.salary > 2", "average(employees.salary) greater 2"),
    ("employees.@max.hiredAt == nil", "maximum(employees.hiredAt) isNull"),
    ("sum:(employees.salary) > 2", "sum(employees.salary) greater 2"),
    ("'x' IN employees.name", "any employees {name equal 'x'}"),
    ("employees.name CONTAINS 'x'", "any employees {name equal 'x'}"),
    (
      "SUBQUERY(employees, $e, $e.salary > 5 AND $e.name == 'x').@count == 2",
      "count(employees {(salary greater 5 & name equal 'x')}) equal 2"
    ),
    (
      "SUBQUERY(employees, $e, SUBQUERY($e.tags, $t, $t.label == 'x').@count > 1).@count > 0",
      "any employees {count(tags {label equal 'x'}) greater 1}"
    ),
  ])
  func toManysAreQuantified(format: String, expected: String) throws {  // R-REQ-080
    #expect(try filter(format, of: "Department") == expected)
  }

  @Test func anEntityConstantIsComparedByName() throws {  // R-REQ-080 R-MOD-060
    let manager = SampleModels.company().entitiesByName["Manager"]
    #expect(try filter(NSPredicate(format: "entity == %@", manager)) == "SELF of [\"Manager\"]")
  }

  @Test(arguments: [
    ("department == 5 AND salary > 1", "salary greater 1"),
    ("salary == 'five' AND salary > 1", "salary greater 1"),
    ("(salary == 'five' OR name == 'x') AND salary > 1", "salary greater 1"),
  ])
  func whatHasNoTranslationIsLeftToObjects(format: String, expected: String) throws {  // R-REQ-081
    #expect(try filter(format) == expected)
    #expect(try explain(NSPredicate(format: format), "Employee").needsObjectsForPredicate)
  }

  @Test(arguments: [
    "salary == 'five'", "NOT (salary == 'five')", "salary == 'five' OR salary > 1",
    "SUBQUERY(tags, $t, $t.label == name).@count > 0", "home == nil",
  ])
  func aPredicateWithoutTranslationAcceptsAll(format: String) throws {  // R-REQ-081
    #expect(try filter(format) == nil)
    #expect(try explain(NSPredicate(format: format), "Employee").needsObjectsForPredicate)
  }

  @Test func aBlockIsOpaque() throws {  // R-PRED-008
    let block = NSPredicate { _, _ in true }
    let explanation = try explain(block, "Employee")
    #expect(explanation.isOpaque)
    #expect(explanation.query.filter == nil)
  }

  @Test(arguments: [
    ("nothing == 1", "keypath nothing not found in entity Employee"),
    ("department.nothing == 1", "keypath department.nothing not found in entity Employee"),
    ("nick == 'x'", "keypath nick not found in entity Employee"),
    ("level == 1", "keypath level not found in entity Employee"),
    ("tags == 1", "to-many key not allowed here"),
    ("tags.label == 'x'", "to-many key not allowed here"),
    ("tags.label BEGINSWITH 'x'", "to-many key not allowed here"),
    ("salary LIKE '5*'", "needs a string"),
    ("name == $x", "variable $x"),
  ])
  func whatNoStoreUnderstandsIsAnError(format: String, part: String) {  // R-REQ-096 R-REQ-080
    let error = #expect(throws: CocoaError.self) {
      try self.explain(NSPredicate(format: format), "Employee")
    }
    #expect((error?.userInfo["reason"] as? String)?.contains(part) == true)
  }
}
