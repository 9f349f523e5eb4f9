// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The part of a store's history that is to be read. Entries come oldest first.
package struct HistoryRange: Sendable, Equatable {
  /// Transactions with greater numbers.
  package var after: Int64
  /// None with a greater number than this.
  package var through: Int64
  /// Only those with a later timestamp, in seconds since 2001; nil: of any time.
  package var laterThan: Double?
  /// False: transactions without their changes.
  package var includesChanges: Bool

  package init(
    after: Int64 = 0, through: Int64 = .max, laterThan: Double? = nil, includesChanges: Bool = true
  ) {
    self.after = after
    self.through = through
    self.laterThan = laterThan
    self.includesChanges = includesChanges
  }
}

/// How far a store's history reaches.
package struct HistoryBounds: Sendable, Equatable {
  /// The oldest transaction that is kept; one more than `last` when none is.
  package var first: Int64
  /// The newest number that was given out; 0: none yet.
  package var last: Int64

  package init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
  }

  package var count: Int { Int(last - first + 1) }

  /// Returns true if all transactions behind a number are kept (R-PSC-747). A number that was never
  /// given out is of another history, one that was given up or replaced.
  package func reaches(back number: Int64) -> Bool { first - 1 <= number && number <= last }
}
