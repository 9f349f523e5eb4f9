// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The cases that update and delete: rows by their numbers, as they were found.
extension RawLMDBSystem {
  public func update(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { environment in
      try stopwatch.measure {
        try environment.writing { transaction in
          for department in workload.tenth { try raise(department, transaction) }
        }
      }
      return try environment.reading { transaction in
        var sum: Int64 = 0
        try transaction.scan(transaction.employees) { _, row in
          sum += RawRow.integer(RawRow.salary, row)
          sum += Int64((RawRow.double(RawRow.score, row) * 100).rounded())
          return true
        }
        return sum
      }
    }
  }

  private func raise(_ department: Int, _ transaction: RawTransaction) throws {
    let department = Int64(department + 1)
    for (number, salary) in try members(department, transaction) {
      var row = Array(try transaction.get(RawKey(number), in: transaction.employees))
      row.withUnsafeMutableBytes { row in
        let version = RawRow.integer(RawRow.version, UnsafeRawBufferPointer(row))
        let score = RawRow.double(RawRow.score, UnsafeRawBufferPointer(row))
        row.storeBytes(
          of: salary + CompanyWorkload.raise, toByteOffset: RawRow.salary, as: Int64.self)
        row.storeBytes(
          of: score + CompanyWorkload.scoreChange, toByteOffset: RawRow.score, as: Double.self)
        row.storeBytes(of: version + 1, toByteOffset: RawRow.version, as: Int64.self)
      }
      try row.withUnsafeBytes {
        try transaction.put(RawKey(number), $0, in: transaction.employees)
      }
      try transaction.delete(RawKey(department, salary, number), in: transaction.salaries)
      let key = RawKey(department, salary + CompanyWorkload.raise, number)
      try transaction.put(key, in: transaction.salaries)
    }
  }

  public func delete(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { environment in
      try stopwatch.measure {
        try environment.writing { transaction in
          for department in workload.tenth { try delete(department, transaction) }
        }
      }
      return try environment.reading {
        try contents($0) + $0.count($0.departments)
      }
    }
  }

  private func delete(_ department: Int, _ transaction: RawTransaction) throws {
    let department = Int64(department + 1)
    for (number, salary) in try members(department, transaction) {
      for tag in try tags(of: number, transaction) {
        try transaction.delete(RawKey(number, tag), in: transaction.tagsOfEmployee)
        try transaction.delete(RawKey(tag, number), in: transaction.employeesOfTag)
      }
      try transaction.delete(RawKey(department, salary, number), in: transaction.salaries)
      try transaction.delete(RawKey(number), in: transaction.employees)
    }
    try transaction.delete(RawKey(department), in: transaction.departments)
  }

  private func tags(of number: Int64, _ transaction: RawTransaction) throws -> [Int64] {
    var tags: [Int64] = []
    try transaction.scan(transaction.tagsOfEmployee, from: RawKey(number, 0)) { key, _ in
      guard RawKey.number(0, of: key) == number else { return false }
      tags.append(RawKey.number(1, of: key))
      return true
    }
    return tags
  }

  /// The employees of a department with their salaries, from the index.
  private func members(
    _ department: Int64, _ transaction: RawTransaction
  ) throws -> [(number: Int64, salary: Int64)] {
    var members: [(Int64, Int64)] = []
    try transaction.scan(transaction.salaries, from: RawKey(department, 0, 0)) { key, _ in
      guard RawKey.number(0, of: key) == department else { return false }
      members.append((RawKey.number(2, of: key), RawKey.number(1, of: key)))
      return true
    }
    return members
  }
}
