// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A value under a name that a store keeps beside its objects: the library's own bookkeeping, such
/// as the journal of saves over several stores. No object has it, and no query finds it; it is read
/// and written in the store's transactions. Stores with ``StoreCapabilities/notes`` keep notes.
package struct StoreNote: Sendable, Equatable {
  /// The name under which a store that forgets its rows' versions counts its saves: eight bytes,
  /// little-endian.
  package static let saveCount = "journal/saves"

  /// The name under which a migrated store says that derived values are to be computed which it does not
  /// keep up itself.
  package static let underived = "migration/underived"

  /// ASCII, at most 400 bytes; parts are divided by `/`.
  package var name: String
  /// Nil in a change: the note is to go.
  package var content: Data?

  package init(name: String, content: Data?) {
    self.name = name
    self.content = content
  }
}
