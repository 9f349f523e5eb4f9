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
        let direct = try RowStatement(connection, Self.direct)
        let transitive = try RowStatement(connection, Self.transitive)
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
        let prefixed = try RowStatement(connection, Self.prefixed)
        let mentioning = try RowStatement(connection, Self.mentioning)
        var sum: Int64 = 0
        for prefix in workload.prefixes {
          prefixed.bind(1, prefix)
          prefixed.bind(2, Self.after(prefix))
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
        let figures = try RowStatement(connection, Self.sectionFigures)
        let page = try RowStatement(connection, Self.page)
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
        let biggest = try RowStatement(connection, Self.biggest)
        let names = try RowStatement(connection, "SELECT name FROM package WHERE maintainer = ?")
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

  // MARK: - Statements

  private static let required = DependencyKind.required.map { "\($0.rawValue)" }
    .joined(separator: ", ")

  private static let direct = """
    SELECT DISTINCT requirer.name FROM package JOIN dependency ON target = package.id
      JOIN package AS requirer ON requirer.id = dependency.package
      WHERE package.name = ? AND kind IN (\(required))
    """

  private static let transitive = """
    WITH RECURSIVE found (id) AS (
      SELECT dependency.package FROM package JOIN dependency ON target = package.id
        WHERE package.name = ? AND kind IN (\(required))
      UNION SELECT dependency.package FROM found JOIN dependency ON target = found.id
        WHERE kind IN (\(required)))
    SELECT installedSize FROM found JOIN package USING (id)
    """

  private static let prefixed = """
    SELECT name, summary FROM package WHERE name >= ? AND name < ? ORDER BY name
      LIMIT \(DebianWorkload.prefixLimit)
    """

  private static let mentioning = """
    SELECT name, summary FROM package WHERE name LIKE ?1 OR summary LIKE ?1 ORDER BY name
      LIMIT \(DebianWorkload.wordLimit)
    """

  private static let sectionFigures = """
    SELECT section.id, section.name, count(package.name), sum(installedSize)
      FROM package JOIN section ON section.id = section GROUP BY section.id
    """

  private static let page = """
    SELECT name FROM package WHERE section = ? ORDER BY name LIMIT \(DebianWorkload.pageLimit)
    """

  private static let biggest = """
    SELECT maintainer, sum(installedSize) AS size FROM package GROUP BY maintainer
      ORDER BY size DESC LIMIT \(DebianWorkload.biggestCount)
    """

  /// The first text after all that begin with an ASCII prefix.
  private static func after(_ prefix: String) -> String {
    var bytes = Array(prefix.utf8)
    if let last = bytes.popLast() { bytes.append(last + 1) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
