// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Checks new objects by the rules of their model (R-PSC-575).
struct ModelRules {
  /// The violations of rules: how many, and the first of them.
  struct Violations {
    static let limit = 100
    var count = 0
    var first: [any Error] = []

    mutating func add(_ error: any Error) {
      count += 1
      if first.count < Self.limit { first.append(error) }
    }
  }

  private let stack: MigrationStack
  /// True if the objects are still those of the passes, with the values of their transient attributes.
  private let keepsObjects: Bool

  init(_ stack: MigrationStack, keepsObjects: Bool) {
    self.stack = stack
    self.keepsObjects = keepsObjects
  }

  /// - Parameter proceed: called before each batch; what it throws ends the check.
  func violations(of keys: [ObjectKey], proceed: () throws -> Void) throws -> Violations {
    var violations = Violations()
    for start in stride(from: 0, to: keys.count, by: MigrationRun.batchSize) {
      try proceed()
      let batch = keys[start..<min(start + MigrationRun.batchSize, keys.count)]
      try check(try stack.objects(Array(batch)), &violations)
      try stack.requireRead()
      if !keepsObjects { stack.refault() }
    }
    return violations
  }

  private func check(_ objects: [NSManagedObject], _ violations: inout Violations) throws {
    for group in Dictionary(grouping: objects, by: \.entity).values {
      try loadCounted(group)
      for object in group {
        do { try Validation.validateAll(of: object) } catch {
          for single in Self.single(error) where !isOfLostValue(single, object) {
            violations.add(single)
          }
        }
      }
    }
  }

  /// True if an error is about a transient attribute of an object that was read again: nothing is
  /// stored of what it had.
  private func isOfLostValue(_ error: any Error, _ object: NSManagedObject) -> Bool {
    guard !keepsObjects,
      let key = (error as? CocoaError)?.userInfo[NSValidationKeyErrorKey] as? String
    else { return false }
    return object.layout.record(named: key)?.isTransient == true
  }

  /// Members that were never touched count as valid, and those of these objects were not.
  private func loadCounted(_ objects: [NSManagedObject]) throws {
    let counted = objects[0].entity.relationshipsByName.values.filter {
      $0.isToMany && ($0.minCount > 0 || $0.maxCount > 0)
    }
    try stack.loadMembers(of: objects, counted.map(\.name))
  }

  private static func single(_ error: any Error) -> [any Error] {
    (error as? CocoaError)?.userInfo[NSDetailedErrorsKey] as? [any Error] ?? [error]
  }
}

/// The errors that a migration ends with.
enum MigrationFailure {
  /// The error of a save: 134111 for a violated constraint.
  static func saving(_ error: any Error) -> any Error {
    guard let cocoa = error as? CocoaError, cocoa.code == .managedObjectConstraintMerge else {
      return error
    }
    return CocoaError.make(
      .migrationConstraintViolation,
      reason: "The migrated objects break a uniqueness constraint: \(cocoa.localizedDescription)",
      underlying: error)
  }

  /// The error of objects that break rules; nil for none. The objects themselves are gone by the time
  /// somebody reads of them.
  static func invalid(_ violations: ModelRules.Violations) -> CocoaError? {
    guard violations.count > 0 else { return nil }
    let details = violations.first.map(withoutObject)
    return CocoaError.make(
      .migration,
      reason:
        "\(violations.count) rule(s) of the destination's model are broken by migrated objects. "
        + "The first one: \(details[0].localizedDescription)",
      userInfo: [NSDetailedErrorsKey: details], underlying: details[0])
  }

  private static func withoutObject(_ error: any Error) -> any Error {
    guard let cocoa = error as? CocoaError else { return error }
    return CocoaError(
      cocoa.code, userInfo: cocoa.userInfo.filter { $0.key != NSValidationObjectErrorKey })
  }
}
