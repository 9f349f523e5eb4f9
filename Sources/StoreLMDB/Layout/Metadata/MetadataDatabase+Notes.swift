// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// Notes stand among the other values, under a prefix.
extension MetadataDatabase {
  private static let prefix = "note/"

  func hasNotes() throws(StoreError) -> Bool {
    let start = Array(MetadataDatabase.prefix.utf8)
    var cursor = try Cursor(database, in: transaction, store: store)
    return try cursor.seek(start) && cursor.key.starts(with: start)
  }

  func notes(under prefix: String) throws(StoreError) -> [StoreNote] {
    let start = Array((MetadataDatabase.prefix + prefix).utf8)
    var notes: [StoreNote] = []
    var cursor = try Cursor(database, in: transaction, store: store)
    var isThere = try cursor.seek(start)
    while isThere, cursor.key.starts(with: start) {
      let name = String(
        decoding: cursor.key.dropFirst(MetadataDatabase.prefix.count), as: UTF8.self)
      notes.append(StoreNote(name: name, content: Data(cursor.value)))
      isThere = try cursor.next()
    }
    return notes
  }

  func write(_ note: StoreNote) throws(StoreError) {
    let name = MetadataDatabase.prefix + note.name
    guard let content = note.content else {
      _ = try withTypedErrors {
        try Array(name.utf8).withUnsafeBytes {
          try database.delete($0, in: transaction, store: store)
        }
      }
      return
    }
    try put(Array(content), name)
  }
}
#endif
