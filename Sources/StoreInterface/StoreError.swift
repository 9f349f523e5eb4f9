// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An error of a store. One closed type; the API layer turns it into a `CocoaError`.
package struct StoreError: Error, Sendable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    case missingFile
    /// There is a file of the right format without a store in it: its creation did not end.
    case missingStore
    /// The content is of no known format, or damaged.
    case corrupt
    /// The content is another store type's.
    case wrongType
    case cannotOpen
    case notPermitted
    /// A file that is to be written, or made, and may not be.
    case readOnly
    /// A lock was not obtained in time.
    case timeout
    case diskFull
    case inputOutput
    /// The stored schema lacks what the model needs.
    case schemaMismatch
    /// Objects that are to be migrated lack a value that the new version demands.
    case missingValue
    /// Objects that are to be migrated have several related objects where the new version has a place
    /// for one.
    case severalMembers
    /// Objects that are to be migrated have the same values, which the new version does not allow.
    case duplicates
    /// The counter of an entity has reached its end.
    case numbersExhausted
    /// The store was closed.
    case closed
    /// The file is no longer the one that was opened, or holds another store, or none.
    case replaced
    /// Anything else that an engine reports.
    case engine
    /// A client store threw, see `underlying`.
    case client
  }

  package var kind: Kind
  /// The store: its path, or its type for one without a file.
  package var store: String
  /// The attempt and its outcome, as a sentence naming entity or key where it applies.
  package var message: String
  /// The engine's own (extended) result code.
  package var engineCode: Int32?
  /// The error that a client store threw: it reaches the caller as it is.
  package var underlying: (any Error)?
  /// The conflicts that a store found out only while it committed; it has written nothing then.
  package var conflicts: [Conflict] = []

  package init(_ kind: Kind, store: String, message: String, engineCode: Int32? = nil) {
    self.kind = kind
    self.store = store
    self.message = message
    self.engineCode = engineCode
  }

  package var description: String {
    let code = engineCode.map { " (\($0))" } ?? ""
    return "\(store): \(message)\(code)"
  }
}
