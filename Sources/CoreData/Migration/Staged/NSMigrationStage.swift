// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A part of a staged migration: ``NSLightweightMigrationStage`` or ``NSCustomMigrationStage``.
///
/// Not to be changed while a store is being added.
open class NSMigrationStage: NSObject {
  /// The purpose of the stage, in words; empty by default. The history of a store has it as the author
  /// of what the stage changes.
  open var label: String! = ""

  override init() { super.init() }

  /// The versions of the stage; none for a stage that is neither kind.
  var outline: StageOutline { .lightweight([]) }
}

/// A part of a staged migration that needs no code: the versions are inferred one from the other.
open class NSLightweightMigrationStage: NSMigrationStage {
  /// The checksums of the versions, in the order in which stores pass through them.
  open var versionChecksums: [String] { checksums }
  private let checksums: [String]

  /// A stage of versions that can be inferred from one another.
  ///
  /// ```swift
  /// let stage = NSLightweightMigrationStage([first.versionChecksum, second.versionChecksum])
  /// stage.label = "Add the floor of a department"
  /// ```
  ///
  /// - Parameter checksums: ``NSManagedObjectModel/versionChecksum`` of each, in their order; without
  ///   those that custom stages name: a version stands in one stage only.
  public init(_ checksums: [String]) { self.checksums = checksums }

  override var outline: StageOutline { .lightweight(versionChecksums) }

  /// The label and the versions.
  open override var description: String {
    "\(ObjectText.head(self)) '\(label ?? "")' \(versionChecksums)"
  }
}
