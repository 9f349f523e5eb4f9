// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The way of the rows of one entity to another version, compiled: which slot goes where. Numbers and
/// versions stay.
package final class RowMigration: Sendable {
  /// A value that is copied if it is there. Plain memory: going through all of them retains nothing.
  private struct Copy: Sendable {
    let from: Int
    let to: Int
    let kind: SlotKind
  }

  /// A value that must be there, or is made where it is not.
  private struct Demand: Sendable {
    let from: Int?
    let to: Int
    let fallback: AttributeValue
    let name: String
  }

  private struct Reference: Sendable {
    /// The source's slot; nil for a reference that lies elsewhere, or begins empty.
    var from: Int?
    var fromOrder: Int?
    let to: Int
    let toOrder: Int?
    /// Where the destination must be.
    let entity: Int
    /// The position in ``RowMigration/elsewhere``.
    var elsewhere: Int?
    let isRequired: Bool
  }

  package let source: EntitySchema
  package let destination: EntitySchema
  /// The to-ones whose destinations lie outside the row.
  package let elsewhere: [ReferencePlace]
  /// True if the slots of the new rows are those of the old ones, value for value, so that a row stays
  /// as it is unless it ``lacksSomething(_:)``; entities may go by other indexes.
  package let keepsSlots: Bool
  /// True if there are rows that ``lacksSomething(_:)`` might find.
  package let demandsSomething: Bool
  private let copies: [Copy]
  /// Integers that become floating-point numbers.
  private let conversions: [Copy]
  private let demands: [Demand]
  private let references: [Reference]
  private let mapping: ReferenceMigration

  init(
    _ origin: EntityOrigin, of destination: EntitySchema, in migration: SchemaMigration,
    references mapping: ReferenceMigration
  ) {
    let source = migration.source.entities[origin.source]
    self.source = source
    self.destination = destination
    self.mapping = mapping
    (copies, conversions) = RowMigration.copies(origin, from: source, to: destination)
    demands = RowMigration.demands(origin, from: source, to: destination)
    references = RowMigration.references(origin, from: source, to: destination)
    elsewhere = zip(destination.toOnes, origin.toOnes).compactMap { toOne, origin in
      ReferencePlace(origin, to: toOne)
    }
    keepsSlots =
      source.slotCount == destination.slotCount && copies.allSatisfy { $0.from == $0.to }
      && copies.count == source.attributes.count
      && copies.count == destination.attributes.count
      && references.count == source.toOnes.count
      && zip(references, origin.toOnes).allSatisfy { reference, toOne in
        guard case .toOne(let index) = toOne.place else { return false }
        let former = migration.source.entities[source.toOnes[index].destination]
        return reference.from == reference.to && reference.fromOrder == reference.toOrder
          && mapping.isTotal(from: former.subtree, to: reference.entity)
      }
    demandsSomething = !demands.isEmpty || references.contains { $0.isRequired }
  }

  // MARK: - Compiling

  /// Returns the values that stay as they are, and those of another kind.
  private static func copies(
    _ origin: EntityOrigin, from source: EntitySchema, to destination: EntitySchema
  ) -> (kept: [Copy], converted: [Copy]) {
    var copies: (kept: [Copy], converted: [Copy]) = ([], [])
    for (attribute, origin) in zip(destination.attributes, origin.attributes) {
      guard let former = origin.attribute.map({ source.attributes[$0] }) else { continue }
      let kind = attribute.type.slotKind
      let copy = Copy(from: former.slot, to: attribute.slot, kind: kind)
      if former.type.slotKind == .integer, kind == .double {
        copies.converted.append(copy)
      } else {
        copies.kept.append(copy)
      }
    }
    return copies
  }

  private static func demands(
    _ origin: EntityOrigin, from source: EntitySchema, to destination: EntitySchema
  ) -> [Demand] {
    zip(destination.attributes, origin.attributes).compactMap { attribute, origin in
      guard origin.isRequired || !origin.fallback.isNull else { return nil }
      return Demand(
        from: origin.attribute.map { source.attributes[$0].slot }, to: attribute.slot,
        fallback: origin.fallback, name: attribute.name)
    }
  }

  private static func references(
    _ origin: EntityOrigin, from source: EntitySchema, to destination: EntitySchema
  ) -> [Reference] {
    var elsewhere = 0
    return zip(destination.toOnes, origin.toOnes).map { toOne, origin in
      var reference = Reference(
        to: toOne.slot, toOrder: toOne.orderSlot, entity: toOne.destination,
        isRequired: origin.isRequired)
      switch origin.place {
      case .none: break
      case .toOne(let former):
        reference.from = source.toOnes[former].slot
        reference.fromOrder = origin.keepsOrder ? source.toOnes[former].orderSlot : nil
      case .inverse, .link:
        reference.elsewhere = elsewhere
        elsewhere += 1
      }
      return reference
    }
  }

  // MARK: - Rows

  /// Returns true if a row, whose slots stay, is without a value that there must be, or gets a
  /// fallback.
  package func lacksSomething(_ row: Row) -> Bool {
    demands.contains { row.isNull($0.to) }
      || references.contains { $0.isRequired && row.isNull($0.to) }
  }

  /// Returns the new row of an object.
  ///
  /// - Parameters:
  ///   - row: of the source entity.
  ///   - found: the destinations of ``elsewhere``, in that order.
  package func migrate(
    _ row: Row, number: Int64, with assembler: RowAssembler, found: [MigratedReference?] = []
  ) throws(MissingRequirement) -> Row {
    assembler.begin(
      entity: destination.index, slotCount: destination.slotCount, version: row.version)
    copyValues(of: row, assembler)
    if !demands.isEmpty { try meetDemands(of: row, number, assembler) }
    for (index, reference) in references.enumerated() {
      guard let target = target(of: reference, row, found) else {
        guard reference.isRequired else { continue }
        throw requirement(destination.toOnes[index].name, number)
      }
      assembler.setReference(number: target.key.number, entity: target.key.entity, reference.to)
      if let slot = reference.toOrder { assembler.setInteger(target.order ?? number, slot) }
    }
    return assembler.finish()
  }

  private func copyValues(of row: Row, _ assembler: RowAssembler) {
    withExtendedLifetime(row) {
      let start = row.start
      for copy in copies where !Row.isNull(at: start, copy.from) {
        assembler.copy(copy.from, to: copy.to, kind: copy.kind, from: row)
      }
      for conversion in conversions where !Row.isNull(at: start, conversion.from) {
        assembler.setDouble(Double(row.integer(conversion.from)), conversion.to)
      }
    }
  }

  private func meetDemands(
    of row: Row, _ number: Int64, _ assembler: RowAssembler
  ) throws(MissingRequirement) {
    for demand in demands {
      if let slot = demand.from, !row.isNull(slot) { continue }
      guard !demand.fallback.isNull else { throw requirement(demand.name, number) }
      assembler.set(demand.fallback, demand.to)
    }
  }

  private func target(
    of reference: Reference, _ row: Row, _ found: [MigratedReference?]
  ) -> MigratedReference? {
    if let place = reference.elsewhere { return found[place] }
    guard let slot = reference.from, let former = row.reference(slot),
      let key = mapping.key(former, in: reference.entity)
    else { return nil }
    let order = reference.fromOrder.flatMap { row.isNull($0) ? nil : row.integer($0) }
    return MigratedReference(key: key, order: order)
  }

  private func requirement(_ property: String, _ number: Int64) -> MissingRequirement {
    MissingRequirement(entity: destination.name, property: property, number: number)
  }
}

extension RowAssembler {
  /// Copies a slot of another row, whatever lies behind it, to another place.
  fileprivate func copy(_ slot: Int, to target: Int, kind: SlotKind, from row: Row) {
    switch kind {
    case .integer, .double: setBits(row.bits(slot), target)
    case .reference:
      setReference(number: row.integer(slot), entity: Int(row.bits(slot + 1)), target)
    case .bytes:
      if let path = row.externalPath(slot) { return setExternal(path: path, target) }
      withExtendedLifetime(row) { setBytes(row.bytes(slot), target) }
    case .text, .uuid, .decimal:
      withExtendedLifetime(row) { setBytes(row.bytes(slot), target) }
    }
  }
}

/// The row migrations of a whole schema.
package struct RowMigrations: Sendable {
  package let references: ReferenceMigration
  /// By entity of the source; nil for one whose objects are removed.
  private let all: [RowMigration?]

  package init(_ migration: SchemaMigration) {
    let mapping = ReferenceMigration(migration)
    references = mapping
    all = migration.successors.map { successor in
      guard let successor, let origin = migration.entities[successor] else { return nil }
      return RowMigration(
        origin, of: migration.destination.entities[successor], in: migration,
        references: mapping)
    }
  }

  package subscript(entity: Int) -> RowMigration? { all[entity] }
}
