// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

extension DerivationPlan {
  /// How many objects are computed at once.
  private static let renewalCount = 1_000

  /// True if there are values to compute: not those that the store keeps up, nor moments of saves.
  package var isRenewable: Bool { rules.contains(where: \.isRenewable) }

  /// Computes all values of a store anew: one that was written by who does not derive. Costs reading
  /// every object that has a derived attribute.
  ///
  /// - Parameters:
  ///   - entities: those that the store holds.
  ///   - write: writes values; see ``DerivationRun/run(write:)``.
  package func renew(
    _ entities: [Int], reader: any StoreSnapshot,
    write: ([RowUpdate]) throws(StoreError) -> Void
  ) throws(StoreError) {
    for rule in rules
    where rule.isRenewable && entities.contains(where: rule.entity.subtree.contains) {
      let keys = try keys(of: rule.entity, reader)
      for start in stride(from: 0, to: keys.count, by: DerivationPlan.renewalCount) {
        let part = keys[start..<min(start + DerivationPlan.renewalCount, keys.count)]
        let updates = try DerivedValues(rule, reader, now: 0).updates(of: Array(part))
        if !updates.isEmpty { try write(updates) }
      }
    }
  }

  private func keys(
    of entity: EntitySchema, _ reader: any StoreSnapshot
  ) throws(StoreError) -> [ObjectKey] {
    var query = Query(entity: entity.index, concreteEntities: entity.subtree)
    query.output = .keys
    var keys: [ObjectKey] = []
    try reader.run(query) { batch in
      keys += batch.keys
      return true
    }
    return keys
  }

  /// A number that is another one when other values are derived, or from something else.
  package var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for attribute in schema.derived {
      let entity = schema.entities[attribute.entity]
      let name = entity.attributes[attribute.attribute].name
      for byte in "\(entity.name).\(name) = \(attribute.derivation);".utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      }
    }
    return hash
  }
}

extension DerivationRule {
  fileprivate var isRenewable: Bool {
    if case .now = source { false } else { !isKeptByStore }
  }
}
