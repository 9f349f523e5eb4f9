// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// The notes in which stores keep the journal (R-PSC-912). A *home* store has an outbox and a ledger
/// for each *follower*; a follower has, for each home, what it has applied and a pledge.
enum JournalNotes {
  static let pledges = "journal/pledge/"
  static let ledgers = "journal/ledger/"

  static func applied(from home: String) -> String { "journal/applied/\(home)" }
  static func pledge(to home: String) -> String { pledges + home }
  static func ledger(of follower: String) -> String { ledgers + follower }
  static func outbox(of follower: String) -> String { "journal/outbox/\(follower)/" }
  static func schema(_ fingerprint: UInt64) -> String { "journal/schema/\(hex(fingerprint))" }

  static func record(_ sequence: UInt64, of follower: String, part: UInt32) -> String {
    "\(outbox(of: follower))\(hex(sequence))/\(hex(UInt64(part)))"
  }

  /// Returns the sequence number and the part in the name of a record's note.
  static func place(of name: String) -> (sequence: UInt64, part: UInt32)? {
    let words = name.split(separator: "/")
    guard words.count == 5, let sequence = UInt64(words[3], radix: 16),
      let part = UInt32(words[4], radix: 16)
    else { return nil }
    return (sequence, part)
  }

  /// In the order of numbers, texts are in order too.
  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The last save that a follower is to have, as its home knows it.
struct Ledger: Equatable {
  /// Counts 1, 2, 3 … without holes; 0 before the first.
  var last: UInt64 = 0
  /// How many notes the last record takes, and the one before it.
  var parts: UInt32 = 0
  var formerParts: UInt32 = 0

  init() {}

  init(_ content: Data?) throws(StoreError) {
    guard let content else { return }
    var reader = ByteReader(content)
    do {
      last = try reader.number(UInt64.self)
      parts = try reader.number(UInt32.self)
      formerParts = try reader.number(UInt32.self)
    } catch {
      throw StoreError(.corrupt, store: "the journal", message: "a ledger is damaged")
    }
  }

  var encoded: Data {
    var writer = ByteWriter()
    writer.write(last)
    writer.write(parts)
    writer.write(formerParts)
    return writer.data
  }
}

/// A follower's word that a home may hold records for it.
struct Pledge: Codable, Equatable {
  /// The home's UUID.
  var home: String
  /// Where the home was.
  var path: String?

  init(home: String, path: String?) {
    self.home = home
    self.path = path
  }

  /// Whatever the note says, there is a pledge.
  init(_ note: StoreNote) {
    let home = String(note.name.dropFirst(JournalNotes.pledges.count))
    let known = note.content.flatMap { try? JSONDecoder().decode(Pledge.self, from: $0) }
    self = Pledge(home: home, path: known?.path)
  }

  var note: StoreNote {
    // Two texts can be encoded.
    StoreNote(name: JournalNotes.pledge(to: home), content: try? JSONEncoder().encode(self))
  }
}

extension StoreSnapshot {
  func note(_ name: String) throws(StoreError) -> Data? {
    try notes(under: name).first { $0.name == name }?.content
  }

  func ledger(of follower: String) throws(StoreError) -> Ledger {
    try Ledger(try note(JournalNotes.ledger(of: follower)))
  }

  /// Returns the last save from a home that the store has.
  func applied(from home: String) throws(StoreError) -> UInt64 {
    try note(JournalNotes.applied(from: home)).map(UInt64.init(journal:)) ?? 0
  }

  /// Returns how often a store that counts its saves has been saved; 0 for others.
  func saveCount() throws(StoreError) -> UInt64 {
    try note(StoreNote.saveCount).map(UInt64.init(journal:)) ?? 0
  }

  func pledges() throws(StoreError) -> [Pledge] {
    try notes(under: JournalNotes.pledges).map(Pledge.init)
  }
}

extension UInt64 {
  /// The number in a note; 0 for what is none.
  init(journal content: Data) {
    var reader = ByteReader(content)
    self = (try? reader.number(UInt64.self)) ?? 0
  }

  var journalContent: Data {
    var writer = ByteWriter()
    writer.write(self)
    return writer.data
  }
}
