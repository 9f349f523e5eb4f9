// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The checksums every system must find, computed from the data without any store.
extension CompanyWorkload {
  /// Returns the salary and the bytes of the UTF-8 of all texts.
  public static func checksum(of employee: Employee) -> Int64 {
    employee.salary + Int64(employee.name.utf8.count + employee.email.utf8.count)
      + Int64(employee.bio?.utf8.count ?? 0)
  }

  /// Returns the checksum of a case, the definition of what a system has to sum up:
  ///
  /// - 1a, 1b: the checksum of case 2, plus the number of links between employees and tags
  /// - 2, 11: over all employees, salary + UTF-8 bytes of name, email and bio
  /// - 3: the salaries of all rows found · 4, 4b: the salaries of all employees looked up
  /// - 5: over all employees afterwards, salary + score × 100 · 6, 6b, 6s, 6bs, 6t: the salaries
  /// - 7: as 1a, of what is left, plus the number of departments left
  /// - 8a, 8b: the salaries of all employees afterwards
  /// - 9, 9c: the first employee's salary each time
  /// - 9b, 10: nothing to compare
  public func checksum(of case: BenchmarkCase) -> Int64 {
    switch `case` {
    case .insert, .insertInBatches: employees.reduce(0) { $0 + Self.checksum(of: $1) } + links
    case .fetchAll, .refetch: employees.reduce(0) { $0 + Self.checksum(of: $1) }
    case .filterAndSort: filters.reduce(0) { $0 + found(by: $1) }
    case .lookUp, .lookUpAgain: lookups.reduce(0) { $0 + employees[$1].salary }
    case .update: afterUpdate
    case .traverse, .traversePrefetching, .traverseSet, .traverseSetPrefetching,
      .traverseTypedSet:
      salaries
    case .delete: afterDelete
    case .commit, .commitDurably: newcomers.reduce(salaries) { $0 + $1.salary }
    case .open: Int64(CompanyWorkload.openCount) * (employees.first?.salary ?? 0)
    case .openUnknown: Int64(CompanyWorkload.unknownCount) * (employees.first?.salary ?? 0)
    case .openProcess, .memory, .routing: -1
    }
  }

  private var links: Int64 { employees.reduce(0) { $0 + Int64($1.tags.count) } }
  private var salaries: Int64 { employees.reduce(0) { $0 + $1.salary } }

  private func found(by filter: Filter) -> Int64 {
    let first = filter.department * CompanyWorkload.employeesPerDepartment
    let members = employees[first..<min(first + CompanyWorkload.employeesPerDepartment, count)]
    let matching = members.filter { $0.salary >= filter.lowest && $0.salary <= filter.highest }
    let sorted = matching.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return sorted.prefix(CompanyWorkload.filterLimit).reduce(0) { $0 + $1.salary }
  }

  private var afterUpdate: Int64 {
    let changed = Set(tenth)
    return employees.reduce(0) { sum, employee in
      let isChanged = changed.contains(employee.department)
      let score = employee.score + (isChanged ? CompanyWorkload.scoreChange : 0)
      return sum + employee.salary + (isChanged ? CompanyWorkload.raise : 0)
        + Int64((score * 100).rounded())
    }
  }

  private var afterDelete: Int64 {
    let gone = Set(tenth)
    let left = employees.lazy.filter { !gone.contains($0.department) }
    let rows = left.reduce(Int64(0)) { $0 + Self.checksum(of: $1) + Int64($1.tags.count) }
    return rows + Int64(departments.count - gone.count)
  }
}
