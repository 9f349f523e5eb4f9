// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

/// The work on a package index that every system does, the same from one index and seed.
///
/// A few packages are held back from the first import, so that the update has new ones.
public struct DebianWorkload: Sendable {
  public let maintainers: [MaintainerRecord]
  public let sections: [String]
  /// What is imported first. The targets of dependencies are places in this array.
  public let packages: [PackageRecord]
  public let installations: [InstallationRecord]
  /// What the index says at the update. Targets are not set: names decide.
  public let newPackages: [PackageRecord]

  /// Of these packages who needs them directly is asked.
  public let directNames: [String]
  /// Of these packages who needs them, directly or not, is asked.
  public let transitiveNames: [String]
  /// Names that begin with one of these are looked for.
  public let prefixes: [String]
  /// Names and summaries that contain one of these are looked for.
  public let words: [String]

  public static let prefixLimit = 20
  public static let wordLimit = 50
  public static let pageLimit = 20
  public static let biggestCount = 20
  /// How often the questions of the cases D4 and D6 are asked.
  public static let repetitions = 5

  public init(index: PackageIndex, seed: UInt64 = 42) {
    var random = SplitMix(seed: seed)
    let fates = index.packages.map { _ in Fate(&random) }
    let packages = DebianWorkload.linked(
      zip(index.packages, fates).filter { $1 != .appears }.map(\.0))
    let names = packages.map(\.name)
    self.packages = packages
    maintainers = index.maintainers
    sections = index.sections
    newPackages = zip(index.packages, fates).compactMap { $1.applied(to: $0) }
    installations = packages.compactMap { InstallationRecord($0, &random) }
    directNames = (0..<1000).map { _ in names[random.below(UInt64(names.count))] }
    transitiveNames =
      DebianWorkload.mostNeeded(packages, count: 3)
      + (0..<20).map { _ in names[random.below(UInt64(names.count))] }
    prefixes = (0..<500).map { _ in
      String(names[random.below(UInt64(names.count))].prefix(4 + random.below(4)))
    }
    words = [
      "library", "python", "server", "game", "font", "debug symbols", "Documentation", "X11",
      "emacs", "kernel", "daemon", "editor", "perl", "database", "mail", "crypt", "network",
      "graph", "music", "translation",
    ]
  }

  /// The packages with the targets of their dependencies set.
  private static func linked(_ packages: [PackageRecord]) -> [PackageRecord] {
    let places = Dictionary(
      zip(packages.map(\.name), packages.indices.map(Int32.init)), uniquingKeysWith: { a, _ in a })
    return packages.map { package in
      var package = package
      for place in package.dependencies.indices {
        package.dependencies[place].target = places[package.dependencies[place].name] ?? -1
      }
      return package
    }
  }

  /// The packages most others need; those before in the index first where they are equal.
  private static func mostNeeded(_ packages: [PackageRecord], count: Int) -> [String] {
    var counts = [Int](repeating: 0, count: packages.count)
    for dependency in packages.lazy.flatMap(\.dependencies) where dependency.target >= 0 {
      counts[Int(dependency.target)] += 1
    }
    return packages.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }.prefix(count)
      .map { packages[$0].name }
  }
}

extension InstallationRecord {
  /// One package in twenty-five is installed.
  fileprivate init?(_ package: PackageRecord, _ random: inout SplitMix) {
    let number = random.next()
    guard number % 25 == 0 else { return nil }
    self.init(
      name: package.name, version: package.version,
      installedAt: Double(number >> 8 & 0xFFF_FFFF), isAutomatic: number >> 40 & 1 == 0,
      note: number >> 41 & 7 == 0 ? "Needed by the archive of \(package.name)." : nil)
  }
}
