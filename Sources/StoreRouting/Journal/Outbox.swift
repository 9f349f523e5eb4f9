// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The records that a home keeps for one follower: notes of at most a mebibyte each.
struct Outbox {
  private static let partSize = 1 << 20

  let follower: String

  /// Returns the notes of a new record, and of the ledger; the record before the last one goes. One
  /// is kept although the follower has it: a relaxed follower may have to be given it again.
  func add(_ record: Data, after ledger: Ledger) -> (notes: [StoreNote], ledger: Ledger) {
    var next = ledger
    next.last += 1
    next.formerParts = ledger.parts
    next.parts = UInt32(max(1, (record.count + Outbox.partSize - 1) / Outbox.partSize))
    var notes = removal(of: ledger.last &- 1, parts: ledger.last > 1 ? ledger.formerParts : 0)
    for part in 0..<next.parts {
      let start = record.startIndex + Int(part) * Outbox.partSize
      let end = min(start + Outbox.partSize, record.endIndex)
      notes.append(
        StoreNote(
          name: JournalNotes.record(next.last, of: follower, part: part),
          content: record[start..<end]))
    }
    notes.append(StoreNote(name: JournalNotes.ledger(of: follower), content: next.encoded))
    return (notes, next)
  }

  /// Returns the changes that empty the outbox, and leave the ledger.
  func clearing(_ ledger: Ledger) -> [StoreNote] {
    guard ledger.parts > 0 || ledger.formerParts > 0 else { return [] }
    var empty = ledger
    (empty.parts, empty.formerParts) = (0, 0)
    return removal(of: ledger.last, parts: ledger.parts)
      + removal(of: ledger.last &- 1, parts: ledger.last > 1 ? ledger.formerParts : 0)
      + [StoreNote(name: JournalNotes.ledger(of: follower), content: empty.encoded)]
  }

  private func removal(of sequence: UInt64, parts: UInt32) -> [StoreNote] {
    (0..<parts).map {
      StoreNote(name: JournalNotes.record(sequence, of: follower, part: $0), content: nil)
    }
  }

  /// Returns the records after one, ascending; nil when there is a gap before the last.
  static func records(
    in notes: [StoreNote], after applied: UInt64, to last: UInt64
  ) -> [(sequence: UInt64, record: Data)]? {
    var parts: [UInt64: Data] = [:]
    for note in notes {
      guard let place = JournalNotes.place(of: note.name), place.sequence > applied,
        let content = note.content
      else { continue }
      parts[place.sequence, default: Data()] += content
    }
    var records: [(sequence: UInt64, record: Data)] = []
    var sequence = applied
    while sequence < last {
      sequence += 1
      guard let record = parts[sequence] else { return nil }
      records.append((sequence, record))
    }
    return records
  }
}
