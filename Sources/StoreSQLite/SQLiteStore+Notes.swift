// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Synchronization

extension SQLiteStore {
  package var mayHaveNotes: Bool { hasNotes.load(ordering: .acquiring) }

  /// A transaction writes notes.
  func willWriteNotes() { hasNotes.store(true, ordering: .releasing) }
}
#endif
