// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The derivations that the saves of a store call for: made once for a schema, used by every transaction.
package final class DerivationPlan: Sendable {
  let schema: StoreSchema
  /// Each behind those that it reads.
  let rules: [DerivationRule]
  /// By entity: the slots that nobody but the derivation writes.
  private let slots: [SlotSet]

  /// - Parameter storeDerives: true: the store keeps up relational derivations itself, see
  ///   ``Derivation/isRelational``.
  /// - Returns: nil for a schema without derived attributes.
  package init?(_ schema: StoreSchema, storeDerives: Bool) {
    guard !schema.derived.isEmpty else { return nil }
    self.schema = schema
    var slots = [SlotSet](repeating: SlotSet(), count: schema.entities.count)
    for attribute in schema.derived {
      let slot = schema.entities[attribute.entity].attributes[attribute.attribute].slot
      for entity in schema.entities[attribute.entity].subtree { slots[entity].insert(slot) }
    }
    self.slots = slots
    rules = DerivationPlan.rules(schema, storeDerives: storeDerives)
  }

  /// The rules in their order; what the store keeps up is followed only as far as something else depends on it.
  private static func rules(_ schema: StoreSchema, storeDerives: Bool) -> [DerivationRule] {
    var rules: [DerivationRule] = []
    var needed = Set<ReadColumn>()
    for attribute in schema.derived.reversed() {
      let isKept = storeDerives && attribute.derivation.isRelational
      let isNeeded = needed.contains {
        attribute.isColumn($0.attribute, of: $0.entity, in: schema)
      }
      guard !isKept || isNeeded else { continue }
      needed.formUnion(attribute.columns(in: schema))
      rules.append(DerivationRule(attribute, schema: schema, isKeptByStore: isKept))
    }
    return rules.reversed()
  }

  /// Returns the changes without what they say about derived values of rows that are there: the
  /// store keeps those that it has.
  package func withoutDerived(_ changes: ChangeSet) -> ChangeSet {
    var changes = changes
    for place in changes.updates.indices {
      let entity = changes.updates[place].row.entity
      guard !slots[entity].isEmpty else { continue }
      slots[entity].forEach { changes.updates[place].changed.remove($0) }
    }
    return changes
  }
}
