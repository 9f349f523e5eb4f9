// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine

/// A store's part of a merge, read by portions, each twice the one before.
struct MergeLane {
  let question: ReadView.Question
  /// How many matches the merge may want of the store; 0: all.
  private let wanted: Int
  /// How many the next portion has; 0: all.
  private var portion: Int
  private var records: [SortRecord] = []
  private var position = 0
  /// How many have been read so far.
  private var count = 0
  private var isAtEnd = false

  init(question: ReadView.Question, wanted: Int, portion: Int) {
    self.question = question
    self.wanted = wanted
    self.portion = portion
  }

  var head: SortRecord? { position < records.count ? records[position] : nil }

  /// The offset and limit of the next portion.
  var next: (offset: Int, limit: Int) { (count, portion) }

  /// True if there may be more than what has been read and taken.
  var isUsedUp: Bool { position == records.count && !isAtEnd }

  mutating func advance() { position += 1 }

  /// Goes on with the portion that was read.
  mutating func take(_ portion: [SortRecord]) {
    (records, position) = (portion, 0)
    count += portion.count
    isAtEnd = self.portion == 0 || portion.count < self.portion || count >= wanted
    self.portion = min(2 * self.portion, max(1, wanted - count))
  }
}
