// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface

/// Objects whose values clash in a uniqueness constraint.
nonisolated open class NSConstraintConflict: NSObject {
  /// The names of the constrained properties; of an element of a composite, its key path.
  public final let constraint: [String]
  /// The values that clash.
  public final let constraintValues: [String: Any]
  /// The object of the stored row; nil when the clash is only among pending objects.
  public final let databaseObject: NSManagedObject?
  /// The values of the stored row; nil without one.
  public final let databaseSnapshot: [String: Any]?
  /// The pending objects.
  public final let conflictingObjects: [NSManagedObject]
  /// The values of the pending objects, in the same order; empty for a new object.
  public final let conflictingSnapshots: [[AnyHashable: Any]]

  /// The object of the stored row, also where it is one of the pending ones.
  final var storedObject: NSManagedObject?

  /// A conflict of nothing.
  public override init() {
    constraint = []
    constraintValues = [:]
    databaseObject = nil
    databaseSnapshot = nil
    conflictingObjects = []
    conflictingSnapshots = []
  }

  /// A clash of pending objects with each other or with a stored one. The values are read from the
  /// first pending object.
  public init(
    constraint contraint: [String], database databaseObject: NSManagedObject?,
    databaseSnapshot: [String: Any]?, conflicting conflictingObjects: [NSManagedObject],
    conflictingSnapshots: [Any]
  ) {
    constraint = contraint
    constraintValues = Dictionary(
      contraint.map { ($0, conflictingObjects.first?.value(forKeyPath: $0) ?? NSNull()) },
      uniquingKeysWith: { first, _ in first })
    self.databaseObject = databaseObject
    self.databaseSnapshot = databaseSnapshot
    storedObject = databaseObject
    self.conflictingObjects = conflictingObjects
    self.conflictingSnapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
  }

  /// The constraint and the objects that clash.
  open override var description: String {
    "\(ObjectText.short(self)) for constraint (\(constraint.joined(separator: ", "))): database: "
      + "\(ObjectText.optional(databaseObject?.objectID)), conflictedObjects: "
      + "(\(conflictingObjects.map(\.objectID.description).joined(separator: ", ")))"
  }
}
