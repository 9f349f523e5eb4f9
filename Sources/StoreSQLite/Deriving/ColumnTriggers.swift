// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The triggers that copy a column of the row itself, or of one that to-ones lead to: some watch the
/// rows that have the copy, the others every row on the way.
struct ColumnTriggers {
  /// A row on the way: its table, and the column there that leads on or holds the value.
  private struct Stop {
    let table: String
    let column: String
  }

  private let target: DerivationTrigger.Target
  /// From the row that has the copy to the one that has the value.
  private let stops: [Stop]

  /// Nil where the file has no column for a part of the path.
  init?(
    _ layout: StoreLayout, _ target: DerivationTrigger.Target, copying path: ColumnPath,
    of entity: Int
  ) {
    self.target = target
    var stops: [Stop] = []
    var entity = layout.schema.entities[entity]
    for column in path.hops.map(Column.toOne) + [path.column] {
      guard let table = layout.table(of: entity.index),
        let name = layout.name(of: column, in: entity.index)
      else { return nil }
      stops.append(Stop(table: table.name, column: name))
      if case .toOne(let index) = column {
        entity = layout.schema.entities[entity.toOnes[index].destination]
      }
    }
    self.stops = stops
  }

  var attribute: DerivationTriggers.Attribute {
    let own = [("INSERT", "INSERT"), ("UPDATE", "UPDATE OF \(SQLName(stops[0].column))")].map {
      suffix, event in
      DerivationTrigger(
        target: target, table: target.table, suffix: suffix, event: event,
        condition: target.newRow, value: value(of: "NEW"), rows: "Z_PK = NEW.Z_PK")
    }
    return DerivationTriggers.Attribute(
      target: target, triggers: own + stops.indices.dropFirst().flatMap(remote), value: stored)
  }

  /// The value of a row of the target's table.
  private var stored: String { value(of: "\(SQLName(target.table))") }

  private func value(of row: String) -> String {
    stops.indices.dropFirst().reduce("\(row).\(SQLName(stops[0].column))") { key, place in
      let stop = stops[place]
      return "(SELECT t\(place).\(SQLName(stop.column)) FROM \(SQLName(stop.table)) t\(place) "
        + "WHERE t\(place).Z_PK = \(key))"
    }
  }

  /// The triggers of a row on the way: it may come after what leads to it.
  private func remote(_ place: Int) -> [DerivationTrigger] {
    let stop = stops[place]
    let depth = place == 1 ? "" : "_\(place)"
    let events = [
      ("INSERT", "INSERT", "NEW"), ("UPDATE", "UPDATE OF \(SQLName(stop.column))", "NEW"),
      ("DELETE", "DELETE", "OLD"),
    ]
    return events.map { suffix, event, row in
      DerivationTrigger(
        target: target, table: stop.table, suffix: "PARAMETER_\(suffix)\(depth)", event: event,
        value: stored, rows: leading(to: "\(row).Z_PK", place))
    }
  }

  /// The condition for rows of the target's table that lead to a row on the way.
  private func leading(to key: String, _ place: Int) -> String {
    let rows = stops[1..<place].reversed().reduce("= \(key)") { condition, stop in
      "IN (SELECT Z_PK FROM \(SQLName(stop.table)) WHERE \(SQLName(stop.column)) \(condition))"
    }
    return "\(SQLName(stops[0].column)) \(rows)"
  }
}
#endif
