// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import RawLMDB

/// The cases that insert. Rows come in the order of their numbers and are appended.
extension RawLMDBSystem {
  public func insert(
    _ workload: CompanyWorkload, savingEvery batch: Int?, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { environment in
      // The databases exist beforehand, as the tables of other systems do.
      try environment.writing { _ in }
      try stopwatch.measure { try insert(workload, savingEvery: batch ?? .max, environment) }
      return try environment.reading { try contents($0) }
    }
  }

  private func insert(
    _ workload: CompanyWorkload, savingEvery batch: Int, _ environment: RawEnvironment
  ) throws {
    var start = 0
    repeat {
      let end = workload.count - start > batch ? start + batch : workload.count
      try environment.writing { transaction in
        if start == 0 { try insertRest(workload, transaction) }
        try insert(workload.employees, start..<end, transaction)
      }
      start = end
    } while start < workload.count
  }

  private func insertRest(_ workload: CompanyWorkload, _ transaction: RawTransaction) throws {
    for (offset, department) in workload.departments.enumerated() {
      let numbers = (Int64(1), department.budget, department.createdAt)
      var bytes = withUnsafeBytes(of: numbers, Array.init)
      bytes.append(contentsOf: department.name.utf8)
      try bytes.withUnsafeBytes {
        try transaction.put(
          RawKey(Int64(offset + 1)), $0, in: transaction.departments, flags: MDB_APPEND)
      }
    }
    for (offset, tag) in workload.tags.enumerated() {
      try Array(tag.utf8).withUnsafeBytes {
        try transaction.put(RawKey(Int64(offset + 1)), $0, in: transaction.tags, flags: MDB_APPEND)
      }
    }
  }

  private func insert(
    _ employees: [CompanyWorkload.Employee], _ range: Range<Int>, _ transaction: RawTransaction
  ) throws {
    var buffer: [UInt8] = []
    for offset in range {
      let number = Int64(offset + 1)
      RawRow.pack(employees[offset], into: &buffer)
      try buffer.withUnsafeBytes {
        try transaction.put(RawKey(number), $0, in: transaction.employees, flags: MDB_APPEND)
      }
      for tag in employees[offset].tags {
        let key = RawKey(number, Int64(tag + 1))
        try transaction.put(key, in: transaction.tagsOfEmployee, flags: MDB_APPEND)
      }
      if manner != .keysSorted { try insertIndexes(of: employees[offset], number, transaction) }
    }
    if manner == .keysSorted { try insertSortedIndexes(of: employees, range, transaction) }
  }

  private func insertIndexes(
    of employee: CompanyWorkload.Employee, _ number: Int64, _ transaction: RawTransaction
  ) throws {
    let key = RawKey(Int64(employee.department + 1), employee.salary, number)
    try transaction.put(key, in: transaction.salaries)
    for tag in employee.tags {
      try transaction.put(RawKey(Int64(tag + 1), number), in: transaction.employeesOfTag)
    }
  }

  private func insertSortedIndexes(
    of employees: [CompanyWorkload.Employee], _ range: Range<Int>, _ transaction: RawTransaction
  ) throws {
    var (salaries, links): ([RawKey], [RawKey]) = ([], [])
    for offset in range {
      let employee = employees[offset]
      let number = Int64(offset + 1)
      salaries.append(RawKey(Int64(employee.department + 1), employee.salary, number))
      links.append(contentsOf: employee.tags.map { RawKey(Int64($0 + 1), number) })
    }
    // Behind what is there they could be appended; among it they are at least put in order.
    let flags = range.lowerBound == 0 ? MDB_APPEND : 0
    for key in salaries.sorted() {
      try transaction.put(key, in: transaction.salaries, flags: flags)
    }
    for key in links.sorted() {
      try transaction.put(key, in: transaction.employeesOfTag, flags: flags)
    }
  }

  public func commit(
    _ workload: CompanyWorkload, durably: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let newcomers = workload.newcomers
    return try with(folder, durably: durably) { environment in
      try stopwatch.measure {
        var buffer: [UInt8] = []
        for (offset, employee) in newcomers.enumerated() {
          RawRow.pack(employee, into: &buffer)
          let number = Int64(workload.count + offset + 1)
          try environment.writing { transaction in
            try buffer.withUnsafeBytes {
              try transaction.put(RawKey(number), $0, in: transaction.employees, flags: MDB_APPEND)
            }
            let key = RawKey(Int64(employee.department + 1), employee.salary, number)
            try transaction.put(key, in: transaction.salaries)
            try raiseVersion(of: Int64(employee.department + 1), transaction)
          }
        }
      }
      return try environment.reading { try sum($0, RawRow.salary) }
    }
  }

  /// The version is what a department begins with; it rises with a change of its employees.
  private func raiseVersion(of department: Int64, _ transaction: RawTransaction) throws {
    let key = RawKey(department)
    var row = Array(try transaction.get(key, in: transaction.departments))
    try row.withUnsafeMutableBytes { row in
      row.storeBytes(of: row.loadUnaligned(as: Int64.self) + 1, as: Int64.self)
      try transaction.put(key, UnsafeRawBufferPointer(row), in: transaction.departments)
    }
  }

  /// All there is, read back; both directions of the links have to agree.
  func contents(_ transaction: RawTransaction) throws -> Int64 {
    let links = try transaction.count(transaction.tagsOfEmployee)
    guard try transaction.count(transaction.employeesOfTag) == links else {
      throw BenchmarkFailure("LMDB: the links differ by direction.")
    }
    return try sumOfRows(transaction) + links
  }

  func sum(_ transaction: RawTransaction, _ place: Int) throws -> Int64 {
    var sum: Int64 = 0
    try transaction.scan(transaction.employees) { _, row in
      sum += RawRow.integer(place, row)
      return true
    }
    return sum
  }
}
