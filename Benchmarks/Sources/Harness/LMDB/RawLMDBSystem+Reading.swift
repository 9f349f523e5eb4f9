// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The cases that read. Each holds one read transaction.
extension RawLMDBSystem {
  public func fetchAll(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try reading(folder) { transaction in
      try stopwatch.measure {
        manner == .structs ? try sumOfStructs(transaction) : try sumOfRows(transaction)
      }
    }
  }

  func sumOfRows(_ transaction: RawTransaction) throws -> Int64 {
    var sum: Int64 = 0
    try transaction.scan(transaction.employees) { _, row in
      sum += RawRow.checksum(row)
      return true
    }
    return sum
  }

  private func sumOfStructs(_ transaction: RawTransaction) throws -> Int64 {
    var employees: [RawEmployee] = []
    try transaction.scan(transaction.employees) { key, row in
      employees.append(RawEmployee(RawKey.number(0, of: key), row))
      return true
    }
    return employees.reduce(0) { $0 + $1.checksum }
  }

  public func filterAndSort(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let filters = workload.filters
    return try reading(folder) { transaction in
      try stopwatch.measure {
        try filters.reduce(0) { $0 + (try found(by: $1, transaction)) }
      }
    }
  }

  private func found(
    by filter: CompanyWorkload.Filter, _ transaction: RawTransaction
  ) throws -> Int64 {
    let department = Int64(filter.department + 1)
    var rows: [UnsafeRawBufferPointer] = []
    let first = RawKey(department, filter.lowest, 0)
    try transaction.scan(transaction.salaries, from: first) { key, _ in
      guard RawKey.number(0, of: key) == department,
        RawKey.number(1, of: key) <= filter.highest
      else { return false }
      let number = RawKey(RawKey.number(2, of: key))
      rows.append(try transaction.get(number, in: transaction.employees))
      return true
    }
    rows.sort { RawLMDBSystem.precedes($0, $1) }
    return rows.prefix(CompanyWorkload.filterLimit).reduce(0) {
      $0 + RawRow.integer(RawRow.salary, $1)
    }
  }

  private static func precedes(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    let (leftLength, rightLength) = (RawRow.length(0, left) ?? 0, RawRow.length(0, right) ?? 0)
    guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return false }
    let order = memcmp(
      leftStart + RawRow.texts, rightStart + RawRow.texts, min(leftLength, rightLength))
    return order == 0 ? leftLength < rightLength : order < 0
  }

  public func lookUp(
    _ workload: CompanyWorkload, again: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let numbers = workload.lookups
    return try reading(folder) { transaction in
      if again { _ = try look(up: numbers, transaction) }
      return try stopwatch.measure { try look(up: numbers, transaction) }
    }
  }

  private func look(up numbers: [Int], _ transaction: RawTransaction) throws -> Int64 {
    var sum: Int64 = 0
    for number in numbers {
      let row = try transaction.get(RawKey(Int64(number + 1)), in: transaction.employees)
      sum += RawRow.integer(RawRow.salary, row)
    }
    return sum
  }

  public func traverse(
    _ workload: CompanyWorkload, prefetching: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let departments = Int64(workload.departments.count)
    return try reading(folder) { transaction in
      try stopwatch.measure {
        prefetching
          ? try sumsOfScan(transaction, departments).reduce(0, +)
          : try (1...departments).reduce(0) { $0 + (try sum(of: $1, transaction)) }
      }
    }
  }

  private func sumsOfScan(_ transaction: RawTransaction, _ departments: Int64) throws -> [Int64] {
    var sums = [Int64](repeating: 0, count: Int(departments) + 1)
    try transaction.scan(transaction.employees) { _, row in
      sums[Int(RawRow.integer(RawRow.department, row))] += RawRow.integer(RawRow.salary, row)
      return true
    }
    return sums
  }

  private func sum(of department: Int64, _ transaction: RawTransaction) throws -> Int64 {
    var sum: Int64 = 0
    try transaction.scan(transaction.salaries, from: RawKey(department, 0, 0)) { key, _ in
      guard RawKey.number(0, of: key) == department else { return false }
      let number = RawKey(RawKey.number(2, of: key))
      sum += RawRow.integer(RawRow.salary, try transaction.get(number, in: transaction.employees))
      return true
    }
    return sum
  }
}
