// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import Harness

/// The floor: straight calls of libsqlite3 at its defaults, prepared statements, no objects. Joins,
/// grouping and recursion are SQL's, as a careful C programmer would have them.
public final class RawSQLitePackages: DebianSystem {
  public let name = "raw SQLite"
  public let store = "SQLite"

  public init() {}

  public func importIndex(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run(PackageSQL.schema)
      try stopwatch.measure {
        try connection.run("BEGIN IMMEDIATE")
        try RawPackageImport(connection).run(workload)
        try connection.run("COMMIT")
      }
      return try contents(connection).checksum
    }
  }

  public func update(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      try stopwatch.measure {
        try connection.run("BEGIN IMMEDIATE")
        var update = try RawPackageUpdate(connection)
        try update.run(workload)
        try connection.run("COMMIT")
      }
      return try contents(connection).checksum
    }
  }

  func with<Result>(_ folder: URL, _ body: (RawConnection) throws -> Result) throws -> Result {
    let connection = try RawConnection(folder.appendingPathComponent("raw.sqlite"))
    defer { connection.close() }
    return try body(connection)
  }

  private func contents(_ connection: RawConnection) throws -> DebianWorkload.Contents {
    func count(_ rows: String) throws -> Int {
      Int(try connection.integer("SELECT count(*) FROM \(rows)"))
    }
    var contents = DebianWorkload.Contents()
    contents.packages = try count("package")
    contents.dependencies = try count("dependency")
    contents.resolved = try count("dependency WHERE target IS NOT NULL")
    contents.installations = try count("installation")
    contents.upgrades = try count("upgrade")
    contents.installedSize = try connection.integer("SELECT sum(installedSize) FROM package")
    return contents
  }
}
