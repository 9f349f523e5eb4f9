// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Harness

/// Brings the tables to a new index; the transaction is the caller's.
struct RawPackageUpdate {
  private struct Row {
    var id: Int64
    var version: String
    var installedSize: Int64
  }

  private let connection: RawConnection
  private let dependency: DependencyStatement
  private let package: PackageStatement
  private var nextID: Int64
  /// What there is of the new index, by name.
  private var rows: [String: Row] = [:]

  init(_ connection: RawConnection) throws {
    self.connection = connection
    dependency = try DependencyStatement(
      connection, nextID: try connection.integer("SELECT max(id) FROM dependency") + 1)
    package = try PackageStatement(connection, .update)
    nextID = try connection.integer("SELECT max(id) FROM package") + 1
  }

  mutating func run(_ workload: DebianWorkload) throws {
    try removeVanished(workload.newPackages)
    let newcomers = try insertNewcomers(workload)
    let changed = workload.newPackages.filter { rows[$0.name]?.version != $0.version }
    try noteUpgrades(to: changed)
    let deletion = try RowStatement(connection, PackageSQL.deleteDependencies)
    for record in changed {
      guard let row = rows[record.name] else { continue }
      deletion.bind(1, row.id)
      try deletion.run()
      try package.run(record, id: row.id)
    }
    for record in changed + newcomers {
      guard let row = rows[record.name] else { continue }
      for item in record.dependencies {
        try dependency.run(item, package: row.id, target: rows[item.name]?.id)
      }
    }
  }

  private mutating func removeVanished(_ records: [PackageRecord]) throws {
    let names = Set(records.map(\.name))
    var gone: [Int64] = []
    let all = try RowStatement(connection, PackageSQL.versions)
    all.forEachRow { row in
      let name = row.text(1)
      guard names.contains(name) else { return gone.append(row.integer(0)) }
      rows[name] = Row(
        id: row.integer(0), version: row.text(2), installedSize: row.integer(3))
    }
    let statements = try PackageSQL.removal.map { try RowStatement(connection, $0) }
    for id in gone {
      for statement in statements {
        statement.bind(1, id)
        try statement.run()
      }
    }
  }

  private mutating func insertNewcomers(_ workload: DebianWorkload) throws -> [PackageRecord] {
    let newcomers = workload.newPackages.filter { rows[$0.name] == nil }
    let maintainers = try numbers(PackageSQL.maintainers)
    let sections = try numbers(PackageSQL.sections)
    let insertion = try PackageStatement(connection, .insert)
    let waiting = try RowStatement(connection, PackageSQL.linkWaiting)
    for record in newcomers {
      let maintainer = workload.maintainers[record.maintainer]
      let key = maintainer.name + "\n" + (maintainer.email ?? "")
      try insertion.run(
        record, id: nextID, maintainer: maintainers[key] ?? 0,
        section: sections[workload.sections[record.section]] ?? 0)
      waiting.bind(1, nextID)
      waiting.bind(2, record.name)
      try waiting.run()
      rows[record.name] = Row(
        id: nextID, version: record.version, installedSize: record.installedSize)
      nextID += 1
    }
    return newcomers
  }

  private func noteUpgrades(to changed: [PackageRecord]) throws {
    let selection = try RowStatement(connection, PackageSQL.installed)
    let insertion = try RowStatement(connection, PackageSQL.insertUpgrade)
    for record in changed {
      selection.bind(1, record.name)
      try selection.forEachRow { row in
        insertion.bind(1, record.name)
        insertion.bind(2, row.text(0))
        insertion.bind(3, record.version)
        insertion.bind(4, record.installedSize - (rows[record.name]?.installedSize ?? 0))
        try insertion.run()
      }
    }
  }

  /// The numbers of rows by a text.
  private func numbers(_ sql: String) throws -> [String: Int64] {
    var numbers: [String: Int64] = [:]
    try RowStatement(connection, sql).forEachRow { numbers[$0.text(1)] = $0.integer(0) }
    return numbers
  }
}
