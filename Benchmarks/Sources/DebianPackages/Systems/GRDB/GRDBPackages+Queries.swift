// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import GRDB

extension GRDBPackages {
  public func reverseDependencies(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try ask(folder, stopwatch) { database in
      let direct = try database.cachedStatement(sql: PackageSQL.direct)
      let transitive = try database.cachedStatement(sql: PackageSQL.transitive)
      var sum: Int64 = 0
      for name in workload.directNames {
        let names = try String.fetchCursor(direct, arguments: [name])
        while let name = try names.next() { sum += 1 + Int64(name.utf8.count) }
      }
      for name in workload.transitiveNames {
        let sizes = try Int64.fetchCursor(transitive, arguments: [name])
        while let size = try sizes.next() { sum += 1 + size }
      }
      return sum
    }
  }

  public func search(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try ask(folder, stopwatch) { database in
      let prefixed = try database.cachedStatement(sql: PackageSQL.prefixed)
      let mentioning = try database.cachedStatement(sql: PackageSQL.mentioning)
      var sum: Int64 = 0
      for prefix in workload.prefixes {
        sum += try size(prefixed, [prefix, PackageSQL.after(prefix)])
      }
      for word in workload.words { sum += try size(mentioning, ["%\(word)%"]) }
      return sum
    }
  }

  private func size(_ statement: Statement, _ arguments: StatementArguments) throws -> Int64 {
    var sum: Int64 = 0
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() {
      let (name, summary): (String, String) = (row[0], row[1])
      sum += Int64(name.utf8.count + summary.utf8.count)
    }
    return sum
  }

  public func sections(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try ask(folder, stopwatch) { database in
      let figures = try database.cachedStatement(sql: PackageSQL.sectionFigures)
      let page = try database.cachedStatement(sql: PackageSQL.page)
      var sum: Int64 = 0
      for _ in 0..<DebianWorkload.repetitions {
        let rows = try Row.fetchCursor(figures)
        while let row = try rows.next() {
          let (id, name, count, size): (Int64, String, Int64, Int64) = (
            row[0], row[1], row[2], row[3]
          )
          sum += try Int64(name.utf8.count) * count + size + bytes(page, id)
        }
      }
      return sum
    }
  }

  public func maintainers(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try ask(folder, stopwatch) { database in
      let biggest = try database.cachedStatement(sql: PackageSQL.biggest)
      let names = try database.cachedStatement(sql: PackageSQL.namesOfMaintainer)
      var sum: Int64 = 0
      for _ in 0..<DebianWorkload.repetitions {
        var place: Int64 = 0
        let rows = try Row.fetchCursor(biggest)
        while let row = try rows.next() {
          let (id, size): (Int64, Int64) = (row[0], row[1])
          place += 1
          sum += try size * place + bytes(names, id)
        }
      }
      return sum
    }
  }

  /// The bytes of all texts that a statement gives for a row.
  private func bytes(_ statement: Statement, _ id: Int64) throws -> Int64 {
    var sum: Int64 = 0
    let names = try String.fetchCursor(statement, arguments: [id])
    while let name = try names.next() { sum += Int64(name.utf8.count) }
    return sum
  }

  private func ask(
    _ folder: URL, _ stopwatch: Stopwatch, _ body: (Database) throws -> Int64
  ) throws -> Int64 {
    try with(folder) { queue in try stopwatch.measure { try queue.read(body) } }
  }
}
