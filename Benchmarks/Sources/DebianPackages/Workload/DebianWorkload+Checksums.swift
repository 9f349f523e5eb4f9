// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The checksums every system must find, computed from the records without any store.
extension DebianWorkload {
  /// What lies in a store, counted. The checksum of a case that changes the store is made of it.
  public struct Contents: Sendable {
    public var packages = 0
    public var dependencies = 0
    /// Dependencies whose package is there.
    public var resolved = 0
    public var installations = 0
    public var upgrades = 0
    /// Of all packages.
    public var installedSize: Int64 = 0

    public init() {}

    public var checksum: Int64 {
      installedSize + Int64(packages + 7 * dependencies + 31 * resolved)
        + Int64(1009 * installations + 9176 * upgrades)
    }
  }

  /// The checksum of a case, the definition of what a system has to sum up:
  ///
  /// - D1, D5: the checksum of the contents afterwards
  /// - D2: for every name of `directNames` the UTF-8 bytes of the names of the different packages
  ///   that require it and 1 for each; for every name of `transitiveNames` the installed size of
  ///   the different packages that require it, directly or not, and 1 for each
  /// - D3: for every search the UTF-8 bytes of name and summary of each package found
  /// - D4: each time, for every section the number of its packages times the length of its name,
  ///   their installed size, and the UTF-8 bytes of the first names in order
  /// - D6: each time, for the biggest maintainers the installed size of their packages times their
  ///   place from 1, and the UTF-8 bytes of the names of all their packages
  public func checksum(of case: DebianCase) -> Int64 {
    switch `case` {
    case .importIndex: contents.checksum
    case .reverseDependencies: directSum + transitiveSum
    case .search: searchSum
    case .sections: Int64(Self.repetitions) * sectionSum
    case .update: newContents.checksum
    case .maintainers: Int64(Self.repetitions) * maintainerSum
    }
  }

  /// What lies in the store after the import.
  public var contents: Contents { contents(of: packages, upgrades: 0) }

  /// What lies in the store after the update.
  public var newContents: Contents {
    let old = Dictionary(uniqueKeysWithValues: packages.map { ($0.name, $0.version) })
    let changed = Set(
      newPackages.filter { old[$0.name].map { [version = $0.version] in $0 != version } ?? false }
        .map(\.name))
    return contents(
      of: newPackages, upgrades: installations.filter { changed.contains($0.name) }.count)
  }

  private func contents(of packages: [PackageRecord], upgrades: Int) -> Contents {
    let names = Set(packages.map(\.name))
    let dependencies = packages.lazy.flatMap(\.dependencies)
    var contents = Contents()
    contents.packages = packages.count
    contents.dependencies = packages.reduce(0) { $0 + $1.dependencies.count }
    contents.resolved = dependencies.reduce(0) { $0 + (names.contains($1.name) ? 1 : 0) }
    contents.installations = installations.count
    contents.upgrades = upgrades
    contents.installedSize = packages.reduce(0) { $0 + $1.installedSize }
    return contents
  }

  // MARK: - Reverse dependencies

  private var directSum: Int64 {
    let (places, requirers) = graph
    return directNames.reduce(0) { sum, name in
      let found = places[name].map { Set(requirers[$0]) } ?? []
      return found.reduce(sum) { $0 + 1 + Int64(packages[$1].name.utf8.count) }
    }
  }

  private var transitiveSum: Int64 {
    let (places, requirers) = graph
    return transitiveNames.reduce(0) { sum, name in
      guard let start = places[name] else { return sum }
      var found: Set<Int> = []
      var open = [start]
      while let place = open.popLast() {
        for requirer in requirers[place] where found.insert(requirer).inserted {
          open.append(requirer)
        }
      }
      return found.reduce(sum) { $0 + 1 + packages[$1].installedSize }
    }
  }

  /// Where each package is, and who requires it.
  private var graph: (places: [String: Int], requirers: [[Int]]) {
    var requirers = [[Int]](repeating: [], count: packages.count)
    for (place, package) in packages.enumerated() {
      for dependency in package.dependencies where dependency.target >= 0 {
        guard DependencyKind.required.contains(dependency.kind) else { continue }
        requirers[Int(dependency.target)].append(place)
      }
    }
    let places = Dictionary(uniqueKeysWithValues: zip(packages.map(\.name), packages.indices))
    return (places, requirers)
  }

  // MARK: - Search, sections, maintainers

  private var sorted: [PackageRecord] {
    packages.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private var searchSum: Int64 {
    let sorted = sorted
    let prefixed = prefixes.map { prefix in
      sorted.lazy.filter { $0.name.utf8.starts(with: prefix.utf8) }.prefix(Self.prefixLimit)
        .reduce(0) { $0 + Self.size($1) }
    }
    let texts = sorted.map { ($0.name.lowercased(), $0.summary.lowercased()) }
    let containing = words.map { word in
      let word = word.lowercased()
      return sorted.indices.lazy
        .filter { texts[$0].0.contains(word) || texts[$0].1.contains(word) }
        .prefix(Self.wordLimit).reduce(0) { $0 + Self.size(sorted[$1]) }
    }
    return (prefixed + containing).reduce(0, +)
  }

  private static func size(_ package: PackageRecord) -> Int64 {
    Int64(package.name.utf8.count + package.summary.utf8.count)
  }

  private var sectionSum: Int64 {
    let members = Dictionary(grouping: sorted, by: \.section)
    return members.reduce(0) { sum, entry in
      let count = Int64(entry.value.count * sections[entry.key].utf8.count)
      let first = entry.value.prefix(Self.pageLimit).reduce(0) { $0 + $1.name.utf8.count }
      return sum + count + Int64(first) + entry.value.reduce(0) { $0 + $1.installedSize }
    }
  }

  private var maintainerSum: Int64 {
    let members = Dictionary(grouping: packages, by: \.maintainer).values.map { packages in
      (size: packages.reduce(0) { $0 + $1.installedSize }, packages: packages)
    }
    let biggest = members.sorted { $0.size > $1.size }.prefix(Self.biggestCount)
    return biggest.enumerated().reduce(0) { sum, entry in
      let names = entry.element.packages.reduce(0) { $0 + $1.name.utf8.count }
      return sum + entry.element.size * Int64(entry.offset + 1) + Int64(names)
    }
  }
}
