// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// Copies rows of keys out of the map. Ask for keys in ascending order, hierarchy by hierarchy.
struct RowFetch: ~Copyable {
  private let snapshot: LMDBSnapshot
  private let layout: DatabaseLayout
  private let formats: RecordFormats
  private var plan: RecordPlan
  private var reader: NumberReader
  private var copier = RowCopier()

  /// - Parameter entity: what most keys are of.
  init(_ snapshot: LMDBSnapshot, entity: Int) throws(StoreError) {
    self.snapshot = snapshot
    layout = snapshot.layout
    formats = layout.records.formats
    plan = layout.plans[entity]
    reader = try NumberReader(plan.rows, snapshot)
  }

  deinit { snapshot.cursorSteps += reader.steps }

  /// Returns the row of a key whose entity is the key's or a descendant.
  mutating func row(_ key: ObjectKey) throws(StoreError) -> Row? {
    if key.entity != plan.entity { try change(to: layout.plans[key.entity]) }
    guard let value = try reader.value(of: key.number) else { return nil }
    let entity = formats.check(value, root: plan.root)
    guard entity >= 0 else { throw layout.records.damage(key.number, plan.root) }
    guard entity == plan.entity || plan.subtree.contains(entity) else { return nil }
    return try layout.records.copy(value, number: key.number, entity: entity, into: &copier)
  }

  private mutating func change(to other: RecordPlan) throws(StoreError) {
    if other.root != plan.root {
      snapshot.cursorSteps += reader.steps
      reader = try NumberReader(other.rows, snapshot)
    }
    plan = other
  }
}
#endif
