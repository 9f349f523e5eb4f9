// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The parts that carry out an entity mapping.
struct MappingStep {
  let manager: NSMigrationManager
  let run: MigrationRun
  let mapping: NSEntityMapping
  let policy: NSEntityMigrationPolicy
}
