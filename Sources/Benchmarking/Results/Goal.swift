// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The limit that one case of Core Data on one store has to keep.
public struct Goal: Hashable, Sendable {
  /// The kind of figure that has a limit.
  public enum Basis: String, Sendable {
    case rawSQLite = "× raw SQLite"
    case rawLMDB = "× raw LMDB"
    case oneStore = "× one store"
    /// The time of case 6, which reads the members of to-manys through their live sets.
    case liveSet = "× case 6"
    case nanosecondsPerObject = "ns per object"
    /// The limit is in addition to the bytes of the row.
    case bytesPerObject = "bytes per object"
    /// Ten times the objects, by the time or memory of the objects once.
    case growth = "× for ten times the objects"
  }

  public var store: String
  public var `case`: String
  public var limit: Double
  public var basis: Basis
  /// The numbers of employees it holds for.
  public var sizes: ClosedRange<Int>

  public init(
    store: String, name: String, limit: Double, basis: Basis = .rawSQLite,
    sizes: ClosedRange<Int> = 0...Int.max
  ) {
    self.store = store
    self.case = name
    self.limit = limit
    self.basis = basis
    self.sizes = sizes
  }
}
