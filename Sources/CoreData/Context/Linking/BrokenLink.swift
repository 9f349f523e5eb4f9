// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A link that does not lead to an object of its destination entity, as
/// ``NSPersistentStoreCoordinator/brokenLinks(in:repairing:)`` finds it. Our addition.
public struct BrokenLink: Hashable, Sendable {
  /// Why a link leads nowhere.
  public enum Problem: String, Hashable, Sendable {
    /// The destination's store is not among those of the coordinator.
    case missingStore
    /// The store is there, and has no such object.
    case missingObject
    /// The object is of another entity than the link's destination or its subentities.
    case wrongEntity
  }

  /// The object that has the link; `owner.persistentStore` is its store.
  public let owner: NSManagedObjectID
  /// The name of the link.
  public let name: String
  /// The stored URI; of a to-many link, one of several.
  public let destination: URL
  /// Why it leads nowhere.
  public let problem: Problem

  init(owner: NSManagedObjectID, name: String, destination: URL, problem: Problem) {
    self.owner = owner
    self.name = name
    self.destination = destination
    self.problem = problem
  }
}

extension BrokenLink: CustomStringConvertible {
  /// The owner, the link, the URI and the problem.
  public var description: String {
    "\(owner.uriRepresentation()).\(name) → \(destination): \(problem.rawValue)"
  }
}

/// The changes that a check of links may write. Our addition.
public struct LinkRepair: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// The changes that bits stand for.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Sets broken links to nil, and takes broken members out of to-many links. Not those whose store
  /// is missing: it may come back.
  public static let nullify = LinkRepair(rawValue: 1)
  /// The same for links whose store is missing.
  public static let nullifyMissingStores = LinkRepair(rawValue: 2)
  /// Writes the present URIs of destinations that are stored under former ones, as those of a store
  /// before it was migrated.
  public static let renew = LinkRepair(rawValue: 4)
}
