// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The names of the databases of a file. They are part of the format.
enum KeySpace {
  /// Metadata by name: see ``MetadataDatabase``.
  static let metadata = "metadata"
  /// Root entity's number → the next number of its hierarchy, eight bytes.
  static let allocator = "allocator"
  /// Entity's number → how many rows of exactly that entity there are, eight bytes; -1: as many as
  /// the hierarchy's database has.
  static let counts = "counts"

  /// The entries of the history, and their times: see ``HistoryDatabase``.
  static let history = "history"
  static let historyTimes = "history-times"

  /// Number, big-endian → row (``RecordLayout``).
  static func rows(of root: EntitySchema) -> String { rows(of: root.name) }

  static func rows(of root: String) -> String { name("rows", [root]) }

  /// Values, then number → entity (``IndexLayout``). One database serves all declarations with
  /// the same columns.
  static func index(_ columns: [IndexLayout.Part], of entity: EntitySchema) -> String {
    let list = columns.map { $0.name + ($0.isAscending ? "+" : "-") }
    return name("index", [entity.name] + list)
  }

  /// Returns the part that all indexes declared by an entity have in common.
  static func indexPrefix(_ entity: EntitySchema) -> String { "index/" + entity.name + "/" }

  /// Owner, member → member's entity and order (``LinkLayout``).
  static func link(_ link: LinkSchema, _ side: LinkSide, in schema: StoreSchema) -> String {
    let entity = schema.entities[link.firstEntity].name
    return name("link", [entity, link.firstName, side == .first ? "first" : "second"])
  }

  /// A name of parts. LMDB limits names, being keys, to 511 bytes.
  static func name(_ kind: String, _ parts: [String]) -> String {
    let name = ([kind] + parts).joined(separator: "/")
    let bytes = Array(name.utf8)
    guard bytes.count > 480 else { return name }
    let hash = bytes.withUnsafeBytes(StableHash.value)
    return String(decoding: bytes.prefix(440), as: UTF8.self) + "#" + String(hash, radix: 16)
  }
}
#endif
