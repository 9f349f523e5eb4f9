// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The floor of every ratio: straight calls of libsqlite3, with prepared statements and no objects,
/// as a careful C programmer writes them. The journal is a WAL, synchronous NORMAL.
public final class RawSQLiteSystem: BenchmarkSystem {
  /// How the work is done.
  public enum Manner: String, CaseIterable, Sendable {
    /// At SQLite's defaults.
    case asGiven = "raw SQLite"
    /// With the settings of the connections of Core Data's store: the harder floor.
    case tuned = "raw SQLite, tuned"
    /// At its defaults, deleting row by row instead of by sets.
    case rowByRow = "raw SQLite, row by row"
  }

  public let store = "SQLite"
  public let opener: String? = "OpenRaw"
  public var name: String { manner.rawValue }
  let manner: Manner

  public var cases: [BenchmarkCase] {
    guard manner != .rowByRow else { return [.delete] }
    let others: [BenchmarkCase] = [.memory, .routing]
    return BenchmarkCase.allCases.filter { !others.contains($0) }
  }

  /// The same data as an object graph needs: a version per row, the links with an index for either
  /// direction, and the model's index; no index that one of these serves as well.
  static let schema = """
    CREATE TABLE department (
      id INTEGER PRIMARY KEY, version INTEGER, name TEXT, budget REAL, createdAt REAL);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, version INTEGER, name TEXT);
    CREATE TABLE employee (
      id INTEGER PRIMARY KEY, version INTEGER, name TEXT, email TEXT, salary INTEGER, hiredAt REAL,
      isActive INTEGER, score REAL, bio TEXT, department INTEGER);
    CREATE INDEX employee_department_salary ON employee (department, salary);
    CREATE TABLE employee_tag (employee INTEGER, tag INTEGER, PRIMARY KEY (employee, tag));
    CREATE INDEX employee_tag_tag ON employee_tag (tag, employee);
    """

  static let columns =
    "id, version, name, email, salary, hiredAt, isActive, score, bio, department"

  public init(_ manner: Manner = .asGiven) { self.manner = manner }

  // MARK: - Opening

  public func open(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try stopwatch.measure {
      try (0..<CompanyWorkload.openCount).reduce(0) { sum, _ in sum + (try openOnce(in: folder)) }
    }
  }

  public func openOnce(in folder: URL) throws -> Int64 {
    try with(folder) { connection in
      let statement = try connection.prepare(
        "SELECT \(RawSQLiteSystem.columns) FROM employee WHERE id = ?")
      defer { statement.finalize() }
      statement.bind(1, Int64(1))
      return statement.step() ? statement.integer(4) : 0
    }
  }

  func with<Result>(_ folder: URL, _ body: (RawConnection) throws -> Result) throws -> Result {
    let connection = try RawConnection(file(in: folder), isTuned: manner == .tuned)
    defer { connection.close() }
    return try body(connection)
  }

  func file(in folder: URL) -> URL { folder.appendingPathComponent("raw.sqlite") }
}
