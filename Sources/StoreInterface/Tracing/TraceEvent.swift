// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// One thing that was done in a store, as those hear of it who watch, see ``StoreTracer``.
package struct TraceEvent: Sendable {
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// A statement of an engine that has a language.
    case statement
    /// A query, and one whose matches were only counted; of one store.
    case fetch
    case count
    /// Rows that were looked up by their keys.
    case fault
    /// The members of a to-many of some owners.
    case relationship
    /// One store's part of a save, or of a batch request.
    case save
    case batch
    /// A change that was refused, since somebody else changed the row or has its unique values.
    case conflict
    /// A write that had to wait for others to end.
    case wait
    /// A store that begins or ends to lack a decided save.
    case recovery
    case open
    case close
  }

  /// A store as people know it.
  package struct Place: Sendable {
    package let identifier: String
    package let type: String
    package let url: URL?

    package init(identifier: String, type: String, url: URL?) {
      self.identifier = identifier
      self.type = type
      self.url = url
    }
  }

  package var kind: Kind
  /// The store's ordinal; nil for one that has none yet.
  package var store: Int?
  /// The store itself, of one that is on its way out; else its ordinal says which.
  package var place: Place?
  /// The index of the entity that it is about.
  package var entity: Int?
  /// The object that it is about, if that is one.
  package var key: ObjectKey?
  /// The statement, the way in which a query was answered, or a sentence.
  package var text: String
  /// Rows found, or rows changed.
  package var rowCount: Int?
  package var nanoseconds: Int64 = 0
  /// The values of a statement's parameters, if somebody asks for such.
  package var values: [String] = []
  /// The engine's plan, if somebody asks for such.
  package var steps: [String] = []
  package var error: (any Error)?

  package init(_ kind: Kind, store: Int? = nil, text: String = "") {
    self.kind = kind
    self.store = store
    self.text = text
  }
}

/// The wishes of those who watch. The raw value of nobody is zero.
package struct TraceDetail: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The events; everybody who watches wants them.
  package static let events = TraceDetail(rawValue: 1 << 0)
  /// The values of parameters.
  package static let values = TraceDetail(rawValue: 1 << 1)
  /// The engines' plans, which cost a question more for each query.
  package static let plans = TraceDetail(rawValue: 1 << 2)
}
