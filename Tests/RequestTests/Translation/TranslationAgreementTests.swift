// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// A fetch returns exactly the objects on which the predicate holds, however much of it stores
/// evaluate. // R-REQ-080 R-REQ-041
@Suite struct TranslationAgreementTests {
  private let stack: CompanyStack

  init() throws { stack = try CompanyStack() }

  @Test(arguments: [
    "salary > 30", "salary >= 30 AND salary < 80", "NOT salary > 30", "score == nil",
    "score != 2", "score != nil", "score < 3 OR isActive == YES", "NOT (score < 3)",
    "name == 'Ada'", "name ==[c] 'ADA'", "name ==[cd] 'ada'", "name BEGINSWITH[cd] 'e'",
    "name CONTAINS 'b'", "name CONTAINS ''", "name BEGINSWITH ''", "name ENDSWITH ''",
    "name BEGINSWITH name", "ANY tags.label BEGINSWITH ''", "name ENDSWITH[c] 'E'",
    "name LIKE 'A*b'",
    "name LIKE[cd] '?da'", "name MATCHES '[a-z]+'", "name IN {'Ada', 'Bob'}", "name IN[c] {'ADA'}",
    "name IN 'Ada and Bob'", "name < 'b'", "name == nil", "name.length > 3",
    "salary BETWEEN {20, 50}", "salary IN {10, 20, 999}", "salary + 5 > score * 10",
    "salary / 4 == 5", "modulus:by:(salary, 20) == 0", "abs:(salary - 50) < 20",
    "uppercase:(name) == 'ADA'", "canonical:(name) == 'zoe'",
    "department.name == 'Lab'", "department == nil", "department.budget > 0",
    "department.name != 'Lab'", "department.employees.@count > 4", "tags.@count == 2",
    "tags.@count > 0", "tags.@count == 0", "ANY tags.label == 'blue'", "NONE tags.label == 'red'",
    "ALL tags.label == 'red'", "ANY tags.tagged.name == 'Bob'",
    "SUBQUERY(tags, $t, $t.label BEGINSWITH 'g').@count == 1",
    "SUBQUERY(tags, $t, $t.label == name).@count == 0",
    "ANY department.employees.salary > 100", "home.city == 'Ulm'", "home.zip > 5", "home != nil",
    "entity.name == 'Manager'", "TERNARY(isActive == YES, salary, 0) > 40",
    "hiredAt > CAST(4, 'NSDate')", "salary == score",
    "department == SELF.department", "'red' IN tags.label", "tags.label CONTAINS 'blue'",
    "tags.@max.label == 'red'", "TRUEPREDICATE", "FALSEPREDICATE",
    "FUNCTION('ada', 'uppercaseString') == 'ADA' AND salary > 20",
  ])
  func employees(format: String) throws {
    let predicate = NSPredicate(format: format)
    let expected = try stack.evaluated(predicate, of: "Employee")
    #expect(try stack.fetched(predicate, of: "Employee") == expected)
  }

  @Test(arguments: [
    "employees.@count == 0", "employees.@sum.salary > 200", "employees.@avg.score > 2",
    "employees.@min.salary == 0", "employees.@max.hiredAt == nil", "sum:(employees.salary) == 0",
    "ANY employees.name ==[cd] 'zoe'", "ALL employees.salary >= 0", "NONE employees.score > 5",
    "ANY employees.tags.label == 'blue'", "ALL employees.tags.label == 'red'",
    "SUBQUERY(employees, $e, $e.salary > 50 AND ANY $e.tags.label == 'red').@count > 1",
    "SUBQUERY(employees, $e, SUBQUERY($e.tags, $t, $t.label == 'red').@count > 0).@count > 2",
    "budget == 25", "budget > 0.5", "budget IN {0, 50}", "ANY employees.salary > budget",
  ])
  func departments(format: String) throws {
    let predicate = NSPredicate(format: format)
    let expected = try stack.evaluated(predicate, of: "Department")
    #expect(try stack.fetched(predicate, of: "Department") == expected)
  }

  @Test func objectsAndIDsAreConstants() throws {  // R-REQ-082
    let lab = try #require(try stack.object("Department", where: "name", is: "Lab"))
    let red = try #require(try stack.object("Tag", where: "label", is: "red"))
    let bob = try #require(try stack.object("Employee", where: "name", is: "Bob"))
    let predicates = [
      NSPredicate(format: "department == %@", lab), NSPredicate(format: "department != %@", lab),
      NSPredicate(format: "department == %@", lab.objectID),
      NSPredicate(format: "department IN %@", [lab]), NSPredicate(format: "SELF == %@", bob),
      NSPredicate(format: "SELF IN %@", [bob.objectID]),
      NSPredicate(format: "NOT (SELF IN %@)", [bob]), NSPredicate(format: "%@ IN tags", red),
      NSPredicate(format: "tags CONTAINS %@", red), NSPredicate(format: "ANY tags == %@", red),
      NSPredicate(format: "ANY tags IN %@", [red]),
      NSPredicate(format: "department.employees CONTAINS %@", bob),
    ]
    for predicate in predicates {
      let expected = try stack.evaluated(predicate, of: "Employee")
      #expect(
        try stack.fetched(predicate, of: "Employee") == expected, "\(predicate.formatText)")
      #expect(!expected.isEmpty)
    }
  }
}
