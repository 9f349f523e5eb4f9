// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension NSPersistentStoreCoordinator {
  /// Returns what migrating stores as one to the coordinator's model would do. Changes nothing. Our
  /// addition (R-PSC-970).
  ///
  /// ```swift
  /// let plan = try coordinator.migrationPlan(
  ///   for: container.persistentStoreDescriptions,
  ///   relocating: [EntityRelocation("Note", from: "Local", to: "Cloud")])
  /// print(plan)
  /// try coordinator.migrateAll(plan)
  /// ```
  ///
  /// - Parameters:
  ///   - descriptions: the stores as they are going to be added, with the options for migration. Those
  ///     in memory and those that are read-only are left out.
  ///   - relocations: entities that go from one store to another; those that have gone already are left
  ///     out.
  /// - Throws: 134060 for a relocation whose configurations or entity are not there; 134070 for a store
  ///   whose files only its class knows; 134130 for a version that is not known, 134140 for one from
  ///   which no mapping is known; what reading the files throws.
  public final func migrationPlan(
    for descriptions: [NSPersistentStoreDescription],
    relocating relocations: [EntityRelocation] = []
  ) throws -> MigrationPlan {
    try PlanDrafting(descriptions, relocations, to: managedObjectModel).plan()
  }

  /// Migrates the stores of a plan, all of them or none, also when the process dies: who adds one of
  /// them next, with this library, finds all as they were or all migrated. Add them afterwards. Our
  /// addition (R-PSC-970).
  ///
  /// Copies beside the files are migrated and take their places when all are complete. Who wants to add
  /// one of the stores meanwhile waits. Takes the space of the copies. Any thread.
  ///
  /// - Throws: 134070 for a store that is added to this coordinator; 134090 for one that is open
  ///   elsewhere; 134110 for one that has changed since the plan was made; what migrating and moving
  ///   objects throw. Then everything is as it was.
  public final func migrateAll(_ plan: MigrationPlan) throws {
    structureLock.lock()
    defer { structureLock.unlock() }
    try SetMigration(plan, in: self).run()
  }
}
