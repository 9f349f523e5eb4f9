// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A write transaction of a store that keeps a history: what it applies becomes an entry, which is
/// written with it (R-PSC-731).
final class RecordingTransaction: StoreTransaction {
  private let transaction: any StoreTransaction
  private var recorder: HistoryRecorder
  private let mark: HistoryMark
  private var isRecorded = false
  private var recorded: Int64?

  init(_ transaction: any StoreTransaction, of schema: StoreSchema, noting mark: HistoryMark) {
    self.transaction = transaction
    self.mark = mark
    recorder = HistoryRecorder(schema)
  }

  var reader: any StoreSnapshot { transaction.reader }
  var history: HistoryEntry? { recorder.entry }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    // Derived values follow from what is recorded, and some stores derive them unseen.
    guard !changes.isDerived else { return try transaction.apply(changes) }
    let deletions = try recorder.deletions(of: changes, reader: reader)
    let conflicts = try transaction.apply(changes)
    if conflicts.isEmpty { recorder.add(changes, deletions) }
    return conflicts
  }

  /// Everything is applied: the entry is complete.
  func prepare() throws(StoreError) {
    if !isRecorded, let entry = recorder.entry { recorded = try transaction.record(entry) }
    isRecorded = true
    try transaction.prepare()
  }

  func record(_ entry: HistoryEntry) throws(StoreError) -> Int64 { try transaction.record(entry) }

  func raiseHistory(transaction number: Int64, change: Int64) throws(StoreError) {
    try transaction.raiseHistory(transaction: number, change: change)
  }

  func purgeHistory(before number: Int64) throws(StoreError) {
    try transaction.purgeHistory(before: number)
  }

  func flush() throws(StoreError) { try transaction.flush() }
  var mayFollowOthers: Bool { transaction.mayFollowOthers }
  func requireDurability() { transaction.requireDurability() }
  func synchroniseEarlier() throws(StoreError) { try transaction.synchroniseEarlier() }

  func commit() throws(StoreError) {
    try prepare()
    try transaction.commit()
    if let recorded { mark.note(recorded) }
  }

  func rollback() { transaction.rollback() }
}
