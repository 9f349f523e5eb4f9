// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

/// The variables that expressions of mappings see, and their evaluation (R-PSC-579).
struct MigrationVariables {
  private let step: MappingStep
  var source: NSManagedObject?
  var destination: NSManagedObject?
  var property: NSPropertyMapping?

  init(_ step: MappingStep) { self.step = step }

  private var values: [String: Any] {
    [
      NSMigrationManagerKey: step.manager, NSMigrationEntityMappingKey: step.mapping,
      NSMigrationEntityPolicyKey: step.policy, NSMigrationSourceObjectKey: source ?? NSNull(),
      NSMigrationDestinationObjectKey: destination ?? NSNull(),
      NSMigrationPropertyMappingKey: property ?? NSNull(),
    ]
  }

  /// Evaluates an expression; arithmetic with nil gives nil. Throws 134110 naming mapping and property.
  func value(of node: ExpressionNode) throws -> Any? {
    do {
      return OperandValue.flattened(
        try PredicateEvaluator.value(of: node, with: source, variables: values))
    } catch {
      let subject = property.map { "The value of '\($0.name ?? "")'" } ?? "The source expression"
      throw CocoaError.make(
        .migration,
        reason: "\(subject) in the entity mapping '\(step.mapping.name ?? "")' cannot be computed: "
          + "\(error) Expression: \(NSExpression(node: node))", underlying: error)
    }
  }
}
