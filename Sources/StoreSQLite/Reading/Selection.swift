// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The columns to select for the rows of some concrete entities of one table, and how each
/// entity's row is made of them.
///
/// The columns begin with `Z_PK`, `Z_OPT` and, when the table holds several entities, `Z_ENT`.
// Sendable: the cells are written by the initialiser only.
final class Selection: @unchecked Sendable {
  /// How rows of one entity are made. A view, so that reading a row retains nothing.
  struct EntityPlan {
    var slotCount = 0
    /// Empty, without an address, for entities that are not selected.
    var cells = UnsafeMutableBufferPointer<RowCell>(start: nil, count: 0)
  }

  let table: TableLayout
  let columns: [String]
  /// By entity index less the first entity of the hierarchy.
  let plans: UnsafeMutableBufferPointer<EntityPlan>
  let firstEntity: Int
  /// The entity of every row, when there is only one.
  let onlyEntity: Int?
  /// Entity indexes by the file's numbers; -1 for numbers of nothing we know.
  let entityOfNumber: UnsafeMutableBufferPointer<Int32>
  /// True if ``RowFunction`` packs the rows; else there are too many columns for a function.
  let isPacked: Bool
  /// The result that a row is read from: of alias `t0`, the function or all the columns.
  let text: String

  /// - Parameters:
  ///   - entities: held entities of the table, ascending.
  ///   - slots: the slots to be filled; nil: all.
  init(_ layout: StoreLayout, table: TableLayout, entities: [Int], only slots: Set<Int>? = nil) {
    self.table = table
    onlyEntity = table.isHierarchy ? nil : table.root
    firstEntity = table.root
    var columns = ["Z_PK", "Z_OPT"] + (table.isHierarchy ? ["Z_ENT"] : [])
    var positions: [String: Int32] = [:]
    plans = .allocate(capacity: layout.schema.entities[table.root].subtree.count)
    plans.initialize(repeating: EntityPlan())
    for entity in entities {
      guard let place = layout.entities[entity] else { continue }
      let plan = RowPlan(layout.schema.entities[entity], place, only: slots) { name in
        if let position = positions[name] { return position }
        positions[name] = Int32(columns.count)
        columns.append(name)
        return Int32(columns.count - 1)
      }
      let cells = UnsafeMutableBufferPointer<RowCell>.allocate(capacity: plan.cells.count + 1)
      _ = cells.initialize(from: plan.cells.map { $0.reading(layout.schema) })
      plans[entity - table.root] = EntityPlan(
        slotCount: plan.slotCount, cells: .init(rebasing: cells[..<plan.cells.count]))
    }
    self.columns = columns
    entityOfNumber = .allocate(capacity: layout.entityOfNumber.count)
    _ = entityOfNumber.initialize(from: layout.entityOfNumber)
    isPacked = columns.count <= RowFunction.argumentLimit
    let list = columns.map { "t0.\(SQLName($0))" }.joined(separator: ", ")
    text = isPacked ? "\(RowFunction.name)(\(list))" : list
  }

  deinit {
    for plan in plans { plan.cells.deallocate() }
    plans.deallocate()
    entityOfNumber.deallocate()
  }

  /// The columns that make a key, of alias `t0`.
  var keyText: String { onlyEntity == nil ? "t0.Z_PK, t0.Z_ENT" : "t0.Z_PK" }

  /// Returns the key that stands in a result from a column on.
  @inline(__always)
  func key(
    _ statement: Statement, at column: Int32, _ plan: StorePlan
  ) throws(StoreError) -> ObjectKey {
    let number = statement.integer(column)
    guard number > 0 else {
      throw StoreError(
        .corrupt, store: plan.store,
        message: "the row \(number) of \(table.name) has a number that no object can have")
    }
    if let onlyEntity { return ObjectKey(entity: onlyEntity, number: number) }
    let stored = statement.integer(column + 1)
    guard let entity = plan.layout.entity(numbered: stored) else {
      throw StoreError(
        .corrupt, store: plan.store,
        message: "the row \(number) of \(table.name) has the unknown entity number \(stored)")
    }
    return ObjectKey(entity: entity, number: number)
  }
}
#endif
