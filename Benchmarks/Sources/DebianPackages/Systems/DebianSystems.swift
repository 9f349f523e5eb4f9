// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

/// All systems that do the work on a package index. Add one here.
public enum DebianSystems {
  public static var all: [any DebianSystem] {
    [
      RawSQLitePackages(), RawSQLitePackages(isTuned: true), GRDBPackages(),
      GRDBPackages(isTuned: true),
    ] + StoreLayout.allCases.map { CoreDataPackages($0) }
  }

  /// The system of that name on that store.
  public static func system(_ name: String, _ store: String) throws -> any DebianSystem {
    guard let system = all.first(where: { $0.name == name && $0.store == store }) else {
      let known = all.map(\.identifier).joined(separator: ", ")
      throw BenchmarkFailure("There is no system \(name)/\(store). There are: \(known).")
    }
    return system
  }
}
