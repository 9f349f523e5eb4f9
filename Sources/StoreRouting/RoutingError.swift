// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Everything that can go wrong between the API and several stores.
package enum RoutingError: Error, Sendable {
  /// No store can take a new object of the entity (R-PSC-186); why not, store by store.
  case noStore(entity: Int, entityName: String, refusals: [StoreRefusal])
  /// The store that the object was assigned to cannot take it (R-PSC-197).
  case assignedStore(entity: Int, entityName: String, refusal: StoreRefusal)
  /// There are changes for a store that is read-only (R-PSC-197).
  case readOnly(ordinal: Int, name: String)
  /// A key, a restriction or a change names a store that is not mounted, or no longer.
  case unknownStore(ordinal: Int)
  /// A mounted store has the same UUID (R-PSC-056).
  case identifierInUse(identifier: String, ordinal: Int, name: String)
  /// A change names an object that has no store yet.
  case unassigned(ObjectKey)
  /// A pair of a many-to-many relationship would span two stores (R-PSC-210).
  case crossStoreLink(link: Int, first: ObjectKey, second: ObjectKey)
  /// One store failed. When it happened during a save, no store has changed.
  case store(StoreFailure)
  /// One store could not number new objects.
  case reservation(entity: Int, entityName: String, StoreFailure)
  /// A save over several stores was split: some committed, one failed, the rest was undone
  /// (R-PSC-202, R-PSC-901).
  case partialCommit(committed: [Int], failure: StoreFailure, undone: [Int])
  /// A store may lack a save that was decided elsewhere.
  case trouble(ordinal: Int, name: String, StoreTrouble)
}

/// A store's error, with the place of the store.
package struct StoreFailure: Error, Sendable {
  package let ordinal: Int
  package let name: String
  package let error: StoreError

  package init(ordinal: Int, name: String, error: StoreError) {
    self.ordinal = ordinal
    self.name = name
    self.error = error
  }
}

extension RoutingError: CustomStringConvertible {
  /// One sentence for the user; it names the entity and the stores.
  package var description: String {
    switch self {
    case .noStore(_, let entity, let refusals):
      let reasons = refusals.map { $0.sentence(about: entity) }.joined(separator: "; ")
      return "No store can take a new \(entity): "
        + (reasons.isEmpty ? "there is no store." : reasons + ".")
    case .assignedStore(_, let entity, let refusal):
      return "The store assigned to a new \(entity) cannot take it: "
        + refusal.sentence(about: entity) + "."
    case .readOnly(_, let name): return "“\(name)” is read-only and cannot be changed."
    case .unknownStore(let ordinal): return "Store \(ordinal) is not among the added stores."
    case .identifierInUse(let identifier, _, let name):
      return "“\(name)” is already added under the same UUID, \(identifier)."
    case .unassigned(let key): return "Object \(key.number) has not been given a store."
    case .crossStoreLink(_, let first, let second):
      return "Objects of two stores (\(first.store) and \(second.store)) cannot be related."
    case .store(let failure): return failure.error.description
    case .reservation(_, let entity, let failure):
      return "“\(failure.name)” could not number a new \(entity): \(failure.error)"
    case .partialCommit(let committed, let failure, _):
      return "The save was split: \(committed.count) stores have it, but “\(failure.name)” failed: "
        + failure.error.description
    case .trouble(_, let name, let trouble): return trouble.sentence(about: name)
    }
  }

  /// The ordinals of the stores that the error is about.
  package var affectedStores: [Int] {
    switch self {
    case .noStore(_, _, let refusals): refusals.map(\.ordinal)
    case .assignedStore(_, _, let refusal): [refusal.ordinal]
    case .readOnly(let ordinal, _), .unknownStore(let ordinal): [ordinal]
    case .identifierInUse(_, let ordinal, _): [ordinal]
    case .unassigned: []
    case .crossStoreLink(_, let first, let second): [first.store, second.store]
    case .store(let failure), .reservation(_, _, let failure): [failure.ordinal]
    case .partialCommit(_, let failure, let undone): [failure.ordinal] + undone
    case .trouble(let ordinal, _, _): [ordinal]
    }
  }
}
