// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage
import QueryLowering
import StoreInterface

/// Adds the derivations of a model to its schema: expressions become values that stores understand,
/// in an order in which each attribute comes behind those that it is computed from.
struct DerivationCompiler {
  private let layouts: [PropertyLayout]
  private let schema: StoreSchema
  private(set) var problems: [SchemaError] = []

  /// - Parameter layouts: of all entities of the schema, in its order.
  init(_ layouts: [PropertyLayout], _ schema: StoreSchema) {
    self.layouts = layouts
    self.schema = schema
  }

  /// Returns the schema itself when nothing is derived.
  mutating func compile() -> StoreSchema {
    var derived: [DerivedAttribute] = []
    for layout in layouts {
      for record in layout.properties where record.isDerived && record.column >= 0 {
        guard layout.schema.attributes[record.column].declaredBy == layout.index else { continue }
        if let found = attribute(record, of: layout) { derived.append(found) }
      }
    }
    guard !derived.isEmpty else { return schema }
    let order = DerivationOrder(derived, schema)
    problems += order.circular.map { attribute in
      let entity = schema.entities[attribute.entity]
      return .underivable(
        entity: entity.name, name: entity.attributes[attribute.attribute].name,
        reason: "it depends on itself")
    }
    return StoreSchema(entities: schema.entities, links: schema.links, derived: order.sorted)
  }

  /// Nil for one without an expression, which is stored as it is.
  private mutating func attribute(
    _ record: PropertyRecord, of layout: PropertyLayout
  ) -> DerivedAttribute? {
    guard let description = record.description as? NSDerivedAttributeDescription,
      let expression = description.derivationExpression, let type = record.type
    else { return nil }
    do throws(DerivationError) {
      let lowering = DerivationLowering(StoredModel(layouts: layouts, coordinator: nil))
      let derivation = try lowering.derivation(expression.node, of: layout, as: type)
      return DerivedAttribute(
        entity: layout.index, attribute: record.column, derivation: derivation)
    } catch {
      problems.append(
        .underivable(entity: layout.schema.name, name: record.name, reason: error.reason))
      return nil
    }
  }
}
