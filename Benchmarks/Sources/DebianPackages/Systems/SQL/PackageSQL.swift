// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The tables and statements of the systems that speak SQL.
enum PackageSQL {
  /// The model's tables with a version per row, an index for either direction of a link, and the
  /// model's indexes; none that another one serves as well.
  static let schema = """
    CREATE TABLE maintainer (id INTEGER PRIMARY KEY, opt INTEGER, name TEXT, email TEXT);
    CREATE TABLE section (id INTEGER PRIMARY KEY, opt INTEGER, name TEXT);
    CREATE TABLE package (
      id INTEGER PRIMARY KEY, opt INTEGER, name TEXT, version TEXT, architecture TEXT,
      priority TEXT, source TEXT, summary TEXT, homepage TEXT, filename TEXT, sha256 BLOB,
      installedSize INTEGER, downloadSize INTEGER, isEssential INTEGER, maintainer INTEGER,
      section INTEGER);
    CREATE INDEX package_name ON package (name);
    CREATE INDEX package_section_name ON package (section, name);
    CREATE INDEX package_maintainer ON package (maintainer);
    CREATE TABLE dependency (
      id INTEGER PRIMARY KEY, opt INTEGER, kind INTEGER, position INTEGER, alternative INTEGER,
      relation INTEGER, name TEXT, version TEXT, architectures TEXT, package INTEGER,
      target INTEGER);
    CREATE INDEX dependency_name ON dependency (name);
    CREATE INDEX dependency_package ON dependency (package);
    CREATE INDEX dependency_target ON dependency (target);
    CREATE TABLE installation (
      id INTEGER PRIMARY KEY, opt INTEGER, name TEXT, version TEXT, installedAt REAL,
      isAutomatic INTEGER, note TEXT);
    CREATE INDEX installation_name ON installation (name);
    CREATE TABLE upgrade (
      id INTEGER PRIMARY KEY, opt INTEGER, name TEXT, "from" TEXT, "to" TEXT, growth INTEGER);
    """

  // MARK: - Writing

  static let insertMaintainer = "INSERT INTO maintainer VALUES (?, 1, ?, ?)"
  static let insertSection = "INSERT INTO section VALUES (?, 1, ?)"
  static let insertInstallation = "INSERT INTO installation VALUES (?, 1, ?, ?, ?, ?, ?)"
  static let insertUpgrade = "INSERT INTO upgrade VALUES (NULL, 1, ?, ?, ?, ?)"
  static let insertDependency =
    "INSERT INTO dependency VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

  static let insertPackage = """
    INSERT INTO package VALUES
      (?14, 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?15)
    """

  /// All but name, maintainer and section; the thirteenth parameter is not there.
  static let updatePackage = """
    UPDATE package SET opt = opt + 1, name = ?1, version = ?2, architecture = ?3, priority = ?4,
      source = ?5, summary = ?6, homepage = ?7, filename = ?8, sha256 = ?9, installedSize = ?10,
      downloadSize = ?11, isEssential = ?12 WHERE id = ?14
    """

  static let deleteDependencies = "DELETE FROM dependency WHERE package = ?"

  /// Removes a package, in this order.
  static let removal = [
    deleteDependencies,
    "UPDATE dependency SET opt = opt + 1, target = NULL WHERE target = ?",
    "DELETE FROM package WHERE id = ?",
  ]

  /// Links the dependencies on a name that had no package.
  static let linkWaiting =
    "UPDATE dependency SET opt = opt + 1, target = ?1 WHERE name = ?2 AND target IS NULL"

  // MARK: - Reading

  static let versions = "SELECT id, name, version, installedSize FROM package"
  static let installed = "SELECT version FROM installation WHERE name = ?"
  static let namesOfMaintainer = "SELECT name FROM package WHERE maintainer = ?"
  static let sections = "SELECT id, name FROM section"
  /// By name and address, on two lines.
  static let maintainers =
    "SELECT id, name || char(10) || ifnull(email, '') FROM maintainer"

  // MARK: - Questions

  private static let required = DependencyKind.required.map { "\($0.rawValue)" }
    .joined(separator: ", ")

  static let direct = """
    SELECT DISTINCT requirer.name FROM package JOIN dependency ON target = package.id
      JOIN package AS requirer ON requirer.id = dependency.package
      WHERE package.name = ? AND kind IN (\(required))
    """

  static let transitive = """
    WITH RECURSIVE found (id) AS (
      SELECT dependency.package FROM package JOIN dependency ON target = package.id
        WHERE package.name = ? AND kind IN (\(required))
      UNION SELECT dependency.package FROM found JOIN dependency ON target = found.id
        WHERE kind IN (\(required)))
    SELECT installedSize FROM found JOIN package USING (id)
    """

  static let prefixed = """
    SELECT name, summary FROM package WHERE name >= ? AND name < ? ORDER BY name
      LIMIT \(DebianWorkload.prefixLimit)
    """

  static let mentioning = """
    SELECT name, summary FROM package WHERE name LIKE ?1 OR summary LIKE ?1 ORDER BY name
      LIMIT \(DebianWorkload.wordLimit)
    """

  static let sectionFigures = """
    SELECT section.id, section.name, count(package.name), sum(installedSize)
      FROM package JOIN section ON section.id = section GROUP BY section.id
    """

  static let page = """
    SELECT name FROM package WHERE section = ? ORDER BY name LIMIT \(DebianWorkload.pageLimit)
    """

  static let biggest = """
    SELECT maintainer, sum(installedSize) AS size FROM package GROUP BY maintainer
      ORDER BY size DESC LIMIT \(DebianWorkload.biggestCount)
    """

  /// The first text after all that begin with an ASCII prefix.
  static func after(_ prefix: String) -> String {
    var bytes = Array(prefix.utf8)
    if let last = bytes.popLast() { bytes.append(last + 1) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
