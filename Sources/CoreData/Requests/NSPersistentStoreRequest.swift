// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A request to persistent stores; abstract.
///
/// A subclass of your own reaches your own stores as it is, through `execute(_:)` of a context or
/// `execute(_:with:)` of a coordinator. Nothing needs to be overridden for that.
nonisolated open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The stores asked; `nil`, the default, asks every store that applies.
  open var affectedStores: [NSPersistentStore]?

  /// The kind of request.
  open var requestType: NSPersistentStoreRequestType {
    raise(.internalInconsistency, "\(Self.self) must override requestType.")
  }

  /// A request to all stores. For subclasses.
  public override init() { super.init() }

  /// Returns a copy for the same stores.
  open func copy(with zone: NSZone? = nil) -> Any {
    raise(.internalInconsistency, "\(Self.self) must override copy(with:).")
  }

  /// The fields of a fetch request, whatever its result type; `nil` for other requests.
  var fetchSpecification: FetchSpecification? { nil }

  /// Executes the request for a context, on its queue; nil for a class of the client's own, which
  /// only client stores know.
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult? { nil }
}

/// The kinds of requests that stores answer.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  /// A fetch.
  case fetchRequestType = 1
  /// A save, ``NSSaveChangesRequest``.
  case saveRequestType = 2
  /// An ``NSBatchInsertRequest``.
  case batchInsertRequestType = 5
  /// An ``NSBatchUpdateRequest``.
  case batchUpdateRequestType = 6
  /// An ``NSBatchDeleteRequest``.
  case batchDeleteRequestType = 7
  /// A request for persistent history. Our addition.
  case persistentHistoryRequestType = 8
}
