// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import Harness
import SQLiteRules

/// The floor: straight calls of libsqlite3 at its defaults or tuned, prepared statements, no
/// objects. Joins, grouping and recursion are SQL's, as a careful C programmer would have them.
public final class RawSQLitePackages: DebianSystem {
  public let name: String
  public let store = "SQLite"
  private let isTuned: Bool

  /// `isTuned`: with the settings of the connections of Core Data's store, the harder floor.
  public init(isTuned: Bool = false) {
    name = isTuned ? Goals.tunedFloor : Goals.floor
    self.isTuned = isTuned
  }

  public func importIndex(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run(PackageSQL.schema)
      try stopwatch.measure(writingTo: file(in: folder)) {
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
      try stopwatch.measure(writingTo: file(in: folder)) {
        try connection.run("BEGIN IMMEDIATE")
        var update = try RawPackageUpdate(connection)
        try update.run(workload)
        try connection.run("COMMIT")
      }
      return try contents(connection).checksum
    }
  }

  func with<Result>(_ folder: URL, _ body: (RawConnection) throws -> Result) throws -> Result {
    let connection = try RawConnection(file(in: folder), isTuned: isTuned)
    defer { connection.close() }
    return try body(connection)
  }

  private func file(in folder: URL) -> URL { folder.appendingPathComponent("raw.sqlite") }

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
