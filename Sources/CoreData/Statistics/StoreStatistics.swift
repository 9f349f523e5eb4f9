// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface

/// The figures of one added store at a moment (R-PSC-950). Our addition.
///
/// Counts and times are those of this coordinator since the store was added.
public struct StoreStatistics: Sendable {
  /// The figures to find out besides the cheap ones.
  public struct Options: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// All that costs as much as reading the store: rows, the next numbers, values in files of their own.
    public static let deep = Options(rawValue: 1 << 0)
  }

  /// The bytes that a store takes.
  public struct Bytes: Sendable, Hashable {
    /// The file; 0 for a store without one.
    public let main: Int
    /// The log beside it.
    public let log: Int
    /// Values in files of their own; nil unless asked for, and for stores that have none.
    public let blobs: Int?
    /// The part of the file that is unused; nil where that is not known.
    public let free: Int?
  }

  /// How often something was done, and how long it took.
  public struct Latency: Sendable, Hashable {
    /// How often.
    public let count: Int
    /// The sum of all.
    public let total: Duration
    /// The time that half of them did not exceed, to an eighth.
    public let median: Duration
    /// The time that 99 of 100 did not exceed, to an eighth.
    public let percentile99: Duration
  }

  /// How far a store's history reaches.
  public struct History: Sendable, Hashable {
    /// How many transactions are kept.
    public let transactionCount: Int
    /// When the oldest of them was committed; nil when none is kept.
    public let oldestDate: Date?
  }

  /// The store.
  public let store: StoreTraceEvent.Store
  /// The objects of exactly each entity; nil unless asked for.
  public let rowCounts: [String: Int]?
  /// The number that the next object of each entity's hierarchy would get; nil unless asked for.
  public let nextNumbers: [String: Int64]?
  /// The space on the disk.
  public let bytes: Bytes
  /// How many moments contexts have pinned the store at: its log cannot be emptied beyond the oldest.
  public let pinnedGenerationCount: Int
  /// The history; nil for a store that records none.
  public let history: History?
  /// Questions to the store, those for numbers among them.
  public let fetches: Latency
  /// Saves and batch requests that have changed the store.
  public let saves: Latency
  /// Writes that have waited more than a millisecond for others to end theirs.
  public let waits: Latency
  /// Changes that were refused, since others had changed the rows or had the unique values.
  public let conflictCount: Int
  /// Decided saves that this store keeps for others which have not applied them yet, as far as these
  /// are added.
  public let pendingOutboxCount: Int
  /// When the last backup of the store ended that this coordinator has made; nil for none.
  public let lastBackup: Date?
  /// The reason for which the store cannot be used, see
  /// ``NSPersistentStoreCoordinator/recoveryError(of:)``.
  public let recoveryError: StoreRecoveryError?
}

extension StoreStatistics.Bytes {
  init(_ sizes: StoreSizes) {
    self.init(main: sizes.main, log: sizes.log, blobs: sizes.blobs, free: sizes.free)
  }
}

extension StoreStatistics.Latency {
  init(_ summary: LatencySummary) {
    self.init(
      count: summary.count, total: .nanoseconds(summary.nanoseconds),
      median: .nanoseconds(summary.median), percentile99: .nanoseconds(summary.percentile99))
  }
}
