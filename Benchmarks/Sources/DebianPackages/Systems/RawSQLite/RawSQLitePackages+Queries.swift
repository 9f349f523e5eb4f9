// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import Harness

extension RawSQLitePackages {
  public func reverseDependencies(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      try stopwatch.measure {
        try connection.run("BEGIN")
        let direct = try RowStatement(connection, PackageSQL.direct)
        let transitive = try RowStatement(connection, PackageSQL.transitive)
        var sum: Int64 = 0
        for name in workload.directNames {
          direct.bind(1, name)
          direct.forEachRow { sum += 1 + $0.textBytes(0) }
        }
        for name in workload.transitiveNames {
          transitive.bind(1, name)
          transitive.forEachRow { sum += 1 + $0.integer(0) }
        }
        return sum
      }
    }
  }

  public func search(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      try stopwatch.measure {
        try connection.run("BEGIN")
        let prefixed = try RowStatement(connection, PackageSQL.prefixed)
        let mentioning = try RowStatement(connection, PackageSQL.mentioning)
        var sum: Int64 = 0
        for prefix in workload.prefixes {
          prefixed.bind(1, prefix)
          prefixed.bind(2, PackageSQL.after(prefix))
          prefixed.forEachRow { sum += $0.textBytes(0) + $0.textBytes(1) }
        }
        for word in workload.words {
          mentioning.bind(1, "%\(word)%")
          mentioning.forEachRow { sum += $0.textBytes(0) + $0.textBytes(1) }
        }
        return sum
      }
    }
  }

  public func sections(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      try stopwatch.measure {
        try connection.run("BEGIN")
        let figures = try RowStatement(connection, PackageSQL.sectionFigures)
        let page = try RowStatement(connection, PackageSQL.page)
        var sum: Int64 = 0
        for _ in 0..<DebianWorkload.repetitions {
          figures.forEachRow { row in
            sum += row.textBytes(1) * row.integer(2) + row.integer(3)
            page.bind(1, row.integer(0))
            page.forEachRow { sum += $0.textBytes(0) }
          }
        }
        return sum
      }
    }
  }

  public func maintainers(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      try stopwatch.measure {
        try connection.run("BEGIN")
        let biggest = try RowStatement(connection, PackageSQL.biggest)
        let names = try RowStatement(connection, PackageSQL.namesOfMaintainer)
        var sum: Int64 = 0
        for _ in 0..<DebianWorkload.repetitions {
          var place: Int64 = 0
          biggest.forEachRow { row in
            place += 1
            sum += row.integer(1) * place
            names.bind(1, row.integer(0))
            names.forEachRow { sum += $0.textBytes(0) }
          }
        }
        return sum
      }
    }
  }
}
