// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A part of a staged migration from one version to the next, with code before and after it.
///
/// ```swift
/// let stage = NSCustomMigrationStage(
///   migratingFrom: NSManagedObjectModelReference(
///     model: first, versionChecksum: first.versionChecksum),
///   to: NSManagedObjectModelReference(model: second, versionChecksum: second.versionChecksum))
/// stage.willMigrateHandler = { manager, stage in
///   guard let context = manager.container?.newBackgroundContext() else { return }
///   try context.performAndWait {
///     let request = NSFetchRequest<NSManagedObject>(entityName: "Department")
///     request.predicate = NSPredicate(format: "floor == nil")
///     for department in try context.fetch(request) { department.setValue(0, forKey: "floor") }
///     try context.save()
///   }
/// }
/// ```
///
/// Not to be changed while a store is being added.
open class NSCustomMigrationStage: NSMigrationStage {
  /// The version with which the stage begins.
  open var currentModel: NSManagedObjectModelReference { current }
  /// The version with which it ends.
  open var nextModel: NSManagedObjectModelReference { next }
  private let current: NSManagedObjectModelReference
  private let next: NSManagedObjectModelReference

  /// Called before the store is migrated; nil by default. The store is open with the current model, in
  /// the manager's container. An error ends the adding of the store, which stays as it is.
  ///
  /// It may be called again for a store that it has seen, when the program died before the stage was
  /// over: what is done already must do no harm.
  open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// Called after the store was migrated; nil by default. The store is open with the next model, in the
  /// manager's container. An error ends the adding of the store, and the next adding begins with this
  /// handler: what is done already must do no harm.
  open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// A stage from one version to another.
  public init(
    migratingFrom currentModel: NSManagedObjectModelReference,
    to nextModel: NSManagedObjectModelReference
  ) {
    current = currentModel
    next = nextModel
  }

  override var outline: StageOutline {
    .custom(from: currentModel.versionChecksum, to: nextModel.versionChecksum)
  }

  /// The label and both versions.
  open override var description: String {
    "\(ObjectText.head(self)) '\(label ?? "")' \(currentModel.versionChecksum) -> "
      + nextModel.versionChecksum
  }
}
