// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Looks for objects without a value that the new version demands, in a file that is migrated but for its
/// indexes.
struct RequiredValues {
  private struct Demand {
    let entity: EntitySchema
    let number: Int64
    /// Columns with the names of their properties.
    var columns: [(column: String, property: String)] = []
  }

  private let layouts: MigrationLayouts

  init(_ layouts: MigrationLayouts) { self.layouts = layouts }

  /// Reads each table once at most.
  func check(_ connection: Connection) throws(StoreError) {
    for table in layouts.destination.tables {
      let demands = table.entities.compactMap(demand)
      guard !demands.isEmpty, let row = try missing(demands, in: table, connection) else {
        continue
      }
      throw row
    }
  }

  private func demand(_ index: Int) -> Demand? {
    guard let origin = layouts.mapping.entities[index],
      let place = layouts.destination.entities[index]
    else { return nil }
    let entity = layouts.mapping.destination.entities[index]
    var demand = Demand(entity: entity, number: place.number)
    for (number, attribute) in origin.attributes.enumerated()
    where attribute.isRequired && attribute.fallback.isNull {
      guard let column = place.attributes[number] else { continue }
      demand.columns.append((column, entity.attributes[number].name))
    }
    for (number, toOne) in origin.toOnes.enumerated() where toOne.isRequired {
      guard let column = place.toOnes[number]?.number else { continue }
      demand.columns.append((column, entity.toOnes[number].name))
    }
    return demand.columns.isEmpty ? nil : demand
  }

  private func missing(
    _ demands: [Demand], in table: TableLayout, _ connection: Connection
  ) throws(StoreError) -> StoreError? {
    let terms = demands.map { demand in
      let columns = demand.columns.map { "\(SQLName($0.column)) IS NULL" }
      return "\(condition(demand, in: table))(\(columns.joined(separator: " OR ")))"
    }
    let key = try connection.integer(
      "SELECT Z_PK FROM \(SQLName(table.name)) WHERE \(terms.joined(separator: " OR ")) LIMIT 1")
    guard let key else { return nil }
    for demand in demands {
      for (column, property) in demand.columns {
        let row =
          "SELECT 1 FROM \(SQLName(table.name)) WHERE Z_PK = \(key) "
          + "AND \(condition(demand, in: table))\(SQLName(column)) IS NULL"
        guard try connection.integer(row) != nil else { continue }
        return StoreError(
          .missingValue, store: layouts.store,
          message: "objects of \(demand.entity.name) have no value of \(property), which the new "
            + "version demands; one is the object \(key)")
      }
    }
    return nil
  }

  /// The number of its entity says nothing of a row of a table of one entity (R-REQ-098).
  private func condition(_ demand: Demand, in table: TableLayout) -> String {
    table.isHierarchy ? "+Z_ENT = \(demand.number) AND " : ""
  }
}
#endif
