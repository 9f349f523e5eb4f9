// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A store of your own that can take part in journaled saves over several stores (see
/// ``MultiStoreSavePolicy/journaled``): conform to it where each save writes the objects *and* the
/// metadata in one atomic step, which is on the disk when it returns.
///
/// What the journal needs is in ``NSPersistentStore/metadata``, under keys of the library's own, so
/// a conforming class keeps all entries and does not override `metadata`. After another store has
/// decided a save, a conforming store is asked to write its part again until it has: objects come
/// with the IDs that they had. A store that does not conform is written before the decision; a crash
/// between the two then leaves its part alone, as with Apple's framework.
public protocol JournaledStore: NSPersistentStore {}

/// The notes of a client store, which it keeps in its metadata.
enum MetadataNotes {
  static let key = "OpenCoreDataNotes"

  static func notes(in metadata: [String: Any]?) -> [String: Data] {
    metadata?[key] as? [String: Data] ?? [:]
  }

  static func list(_ notes: [String: Data], under prefix: String) -> [StoreNote] {
    notes.filter { $0.key.hasPrefix(prefix) }.map { StoreNote(name: $0, content: $1) }
      .sorted { $0.name < $1.name }
  }
}

extension NSPersistentStore {
  final var keepsNotes: Bool { self is any JournaledStore }

  /// Runs a save with which the notes change. The store has them from then on, unless it fails.
  final func writing<T>(_ notes: [StoreNote], _ body: () throws -> T) rethrows -> T {
    guard !notes.isEmpty else { return try body() }
    let former = MetadataNotes.notes(in: metadata)
    var new = former
    for note in notes { new[note.name] = note.content }
    adopt(notes: new)
    do { return try body() } catch {
      adopt(notes: former)
      throw error
    }
  }

  private final func adopt(notes: [String: Data]) {
    adoptEntry(notes.isEmpty ? nil : notes, MetadataNotes.key)
  }
}
