// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Values by property name; a missing one is null. The position in an ordered inverse of the to-one
/// `list` is called `list#`.
package typealias PropertyValues = [String: AttributeValue]

extension StoreSchema {
  /// A complete row of an entity.
  package func row(_ entity: String, _ values: PropertyValues = [:], version: Int64 = 1) -> Row {
    row(index(entity), values, version: version)
  }

  package func row(_ entity: Int, _ values: PropertyValues = [:], version: Int64 = 1) -> Row {
    let schema = entities[entity]
    let assembler = RowAssembler(chunkCapacity: 256)
    assembler.begin(entity: entity, slotCount: schema.slotCount, version: version)
    for (name, value) in values { assembler.set(value, schema.slot(named: name)) }
    return assembler.finish()
  }

  /// What a row holds, nulls left out; the inverse of ``row(_:_:version:)``.
  package func values(of row: Row) -> PropertyValues {
    let schema = entities[row.entity]
    var values: PropertyValues = [:]
    for attribute in schema.attributes where !row.isNull(attribute.slot) {
      values[attribute.name] = row.value(attribute.slot, attribute.type)
    }
    for toOne in schema.toOnes {
      if let key = row.reference(toOne.slot) { values[toOne.name] = .reference(key) }
      if let slot = toOne.orderSlot, !row.isNull(slot) {
        values[toOne.name + "#"] = .integer(row.integer(slot))
      }
    }
    return values
  }

  /// An update of a stored row: some values changed, the version raised by one.
  package func update(
    _ key: ObjectKey, from row: Row, set changes: PropertyValues, isChecked: Bool = true
  ) -> RowUpdate {
    let schema = entities[row.entity]
    var changed = SlotSet()
    for name in changes.keys { changed.insert(schema.slot(named: name)) }
    let values = self.values(of: row).merging(changes) { $1 }
    let version = isChecked ? row.version + 1 : row.version
    return RowUpdate(
      key: key, row: self.row(row.entity, values, version: version), changed: changed,
      expectedVersion: isChecked ? row.version : nil)
  }
}

extension EntitySchema {
  /// The first slot of a property, or of its position in the ordered inverse.
  package func slot(named name: String) -> Int {
    guard name.hasSuffix("#") else { return slot(of: column(name)) }
    guard case .toOne(let index) = column(String(name.dropLast())),
      let slot = toOnes[index].orderSlot
    else { preconditionFailure("\(self.name).\(name) is not an order.") }
    return slot
  }
}

extension ChangeSet {
  /// Brings each list into key order, as the contract asks.
  package mutating func sort() {
    inserts.sort { $0.key < $1.key }
    updates.sort { $0.key < $1.key }
    deletes.sort { $0.key < $1.key }
    checks.sort { $0.key < $1.key }
    links.sort { ($0.link, $0.first, $0.second) < ($1.link, $1.first, $1.second) }
  }
}
