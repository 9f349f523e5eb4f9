// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import GRDB
import SQLiteRules
import SQLiteTuning

/// The same SQL as the floor, through GRDB by hand: prepared statements, values read by column
/// position, no records where a question needs none.
public final class GRDBPackages: DebianSystem {
  public let name: String
  public let store = "SQLite"
  private let isTuned: Bool

  /// `isTuned`: with the settings of the connections of Core Data's store.
  public init(isTuned: Bool = false) {
    name = isTuned ? "\(Goals.peer), tuned" : Goals.peer
    self.isTuned = isTuned
  }

  public func importIndex(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { queue in
      try queue.write { try $0.execute(sql: PackageSQL.schema) }
      try stopwatch.measure(writingTo: file(in: folder)) {
        try queue.write { try GRDBPackageImport($0).run(workload) }
      }
      return try queue.read { try contents($0).checksum }
    }
  }

  public func update(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { queue in
      try stopwatch.measure(writingTo: file(in: folder)) {
        try queue.write { database in
          var update = try GRDBPackageUpdate(database)
          try update.run(workload)
        }
      }
      return try queue.read { try contents($0).checksum }
    }
  }

  func with<Result>(_ folder: URL, _ body: (DatabaseQueue) throws -> Result) throws -> Result {
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.foreignKeysEnabled = false
    if isTuned {
      configuration.prepareDatabase { try $0.execute(sql: SQLiteTuning.pragmas) }
    }
    let queue = try DatabaseQueue(path: file(in: folder).path, configuration: configuration)
    let result = try body(queue)
    try queue.close()
    return result
  }

  private func file(in folder: URL) -> URL { folder.appendingPathComponent("grdb.sqlite") }

  private func contents(_ database: Database) throws -> DebianWorkload.Contents {
    func count(_ rows: String) throws -> Int {
      try Int.fetchOne(database, sql: "SELECT count(*) FROM \(rows)") ?? 0
    }
    var contents = DebianWorkload.Contents()
    contents.packages = try count("package")
    contents.dependencies = try count("dependency")
    contents.resolved = try count("dependency WHERE target IS NOT NULL")
    contents.installations = try count("installation")
    contents.upgrades = try count("upgrade")
    contents.installedSize =
      try Int64.fetchOne(database, sql: "SELECT sum(installedSize) FROM package") ?? 0
    return contents
  }
}
