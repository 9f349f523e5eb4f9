// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The triggers that count the members of a to-many, or keep a statistic over them: some watch the
/// table that says who is a member, one the new rows of owners.
struct MemberTriggers {
  /// Where members are found.
  private enum Place {
    /// A column of the members' table names the owner.
    case column(String)
    case join(JoinLayout, owner: String, member: String)
  }

  private let layout: StoreLayout
  private let target: DerivationTrigger.Target
  private let destination: Int
  private let members: String
  private let place: Place

  /// Nil where the file has no place for the members.
  init?(
    _ layout: StoreLayout, _ target: DerivationTrigger.Target, of toMany: Int, in entity: Int
  ) {
    let relationship = layout.schema.entities[entity].toManys[toMany]
    guard let table = layout.table(of: relationship.destination),
      let place = MemberTriggers.place(relationship, layout)
    else { return nil }
    self.layout = layout
    self.target = target
    destination = relationship.destination
    members = table.name
    self.place = place
  }

  private static func place(_ relationship: ToManySchema, _ layout: StoreLayout) -> Place? {
    switch relationship.storage {
    case .inverse(let toOne):
      return layout.name(of: .toOne(toOne), in: relationship.destination).map { .column($0) }
    case .link(let link, let side):
      if let column = layout.ownerColumns[link] { return .column(column.owner) }
      return layout.joins[link].map {
        .join($0, owner: $0.column(side), member: $0.column(side.other))
      }
    }
  }

  // MARK: - Counts

  var count: DerivationTriggers.Attribute {
    let (value, name) = ("IFNULL(\(SQLName(target.column)), 0)", "\(SQLName(target.column))")
    switch place {
    case .column(let owner):
      let counted =
        "(SELECT IFNULL(COUNT(\(SQLName(owner))), 0) FROM \(SQLName(members)) "
        + "WHERE \(SQLName(owner)) = "
      return attribute(
        changing: owner,
        values: ("\(value) + 1", "\(name) + 1", "\(name) - 1", "\(name) - 1"),
        whole: "\(counted)NEW.Z_PK)", correlated: membersValue("COUNT(*)"))
    case .join(let join, let owner, _):
      let counted = "(SELECT COUNT(*) FROM \(SQLName(join.name)) WHERE \(SQLName(owner)) = "
      return attribute(
        changing: owner,
        values: ("\(value) + 1", "\(name) + 1", "\(name) - 1", "\(name) - 1"),
        whole: "\(counted)NEW.Z_PK)", correlated: "\(counted)\(SQLName(target.table)).Z_PK)")
    }
  }

  // MARK: - Statistics

  /// A sum of integers goes up and down with its members, and whatever can does so when members
  /// come. Else it is computed from all members of the owner: a sum of other numbers would
  /// gather what rounding leaves.
  func statistic(
    _ function: AggregateFunction, _ column: Column, isInteger: Bool
  ) -> DerivationTriggers.Attribute? {
    guard let number = layout.name(of: column, in: destination) else { return nil }
    let all = membersValue(MemberTriggers.expression(function, "t.\(SQLName(number))"))
    let kind = layout.schema.entities[destination].kind(of: column)
    let isExact = function == .sum && isInteger && kind == .integer
    guard case .column(let owner) = place else { return joined(all, number) }
    let (sum, new) = ("IFNULL(\(SQLName(target.column)), 0)", "NEW.\(SQLName(number))")
    let (plus, minus) = ("\(sum) + IFNULL(\(new), 0)", "\(sum) - IFNULL(OLD.\(SQLName(number)), 0)")
    let added = added(function, new) ?? all
    return attribute(
      changing: owner, number,
      values: isExact ? (plus, plus, minus, minus) : (added, all, all, all), whole: all,
      correlated: all)
  }

  /// The value with one more member; nil where the former value does not tell it.
  private func added(_ function: AggregateFunction, _ new: String) -> String? {
    let former = "\(SQLName(target.column))"
    switch function {
    case .sum: return "IFNULL(\(former), 0) + IFNULL(\(new), 0)"
    case .minimum: return "IFNULL(MIN(\(former), \(new)), IFNULL(\(former), \(new)))"
    case .maximum: return "IFNULL(MAX(\(former), \(new)), IFNULL(\(former), \(new)))"
    case .average: return nil
    }
  }

  private static func expression(_ function: AggregateFunction, _ column: String) -> String {
    switch function {
    case .sum: "IFNULL(SUM(\(column)), 0)"
    case .average: "AVG(\(column))"
    case .minimum: "MIN(\(column))"
    case .maximum: "MAX(\(column))"
    }
  }

  /// Returns the value of an expression over the members `t` of the target's row.
  private func membersValue(_ expression: String) -> String {
    let row = "\(SQLName(target.table)).Z_PK"
    switch place {
    case .column(let owner):
      return "(SELECT \(expression) FROM \(SQLName(members)) t WHERE t.\(SQLName(owner)) = \(row))"
    case .join(let join, let owner, let member):
      return "(SELECT \(expression) FROM \(SQLName(join.name)) j JOIN \(SQLName(members)) t "
        + "ON t.Z_PK = j.\(SQLName(member)) WHERE j.\(SQLName(owner)) = \(row))"
    }
  }

  // MARK: - Triggers

  /// - Parameter values: when a member comes, when one has come from elsewhere, when it has gone
  ///   there, and when it is deleted.
  private func attribute(
    changing owner: String, _ further: String? = nil,
    values: (insert: String, increment: String, decrement: String, delete: String), whole: String,
    correlated: String
  ) -> DerivationTriggers.Attribute {
    var triggers = [
      trigger("PARAMETER_INSERT", on: "INSERT", of: "NEW", owner: owner, value: values.insert)
    ]
    if case .column = place {
      let columns = ([owner] + (further.map { [$0] } ?? [])).map { "\(SQLName($0))" }
      let update = "UPDATE OF \(columns.joined(separator: ", "))"
      triggers += [
        trigger(
          "PARAMETER_UPDATE_INCREMENT", on: update, of: "NEW", owner: owner, value: values.increment
        ),
        trigger(
          "PARAMETER_UPDATE_DECREMENT", on: update, of: "OLD", owner: owner, value: values.decrement
        ),
      ]
    }
    triggers.append(
      trigger("PARAMETER_DELETE", on: "DELETE", of: "OLD", owner: owner, value: values.delete))
    return DerivationTriggers.Attribute(
      target: target, triggers: triggers + [source(whole)], value: correlated)
  }

  /// A trigger on what says who is a member.
  private func trigger(
    _ suffix: String, on event: String, of row: String, owner: String, value: String
  ) -> DerivationTrigger {
    let owner = "\(row).\(SQLName(owner))"
    var trigger = DerivationTrigger(
      target: target, table: watched, suffix: suffix, event: event, value: value,
      rows: "Z_PK = \(owner)")
    if case .column = place {
      // An object that is its own member is counted when it comes itself.
      let isOther = suffix == "PARAMETER_INSERT" && members == target.table
      trigger.condition = "\(owner) NOT NULL" + (isOther ? " AND \(owner) <> NEW.Z_PK" : "")
    }
    return trigger
  }

  private var watched: String {
    if case .join(let join, _, _) = place { join.name } else { members }
  }

  /// The trigger of new owners, whose members may be there already.
  private func source(_ value: String) -> DerivationTrigger {
    DerivationTrigger(
      target: target, table: target.table, suffix: "SOURCE_INSERT", event: "INSERT",
      condition: target.newRow, value: value, rows: "Z_PK = NEW.Z_PK")
  }

  /// A statistic over the members of a join table, computed anew whenever one of them changes.
  private func joined(_ all: String, _ number: String) -> DerivationTriggers.Attribute? {
    guard case .join(let join, let owner, let member) = place else { return nil }
    let changed = DerivationTrigger(
      target: target, table: members, suffix: "PARAMETER_UPDATE",
      event: "UPDATE OF \(SQLName(number))", value: all,
      rows: "Z_PK IN (SELECT \(SQLName(owner)) FROM \(SQLName(join.name)) "
        + "WHERE \(SQLName(member)) = NEW.Z_PK)")
    let arrived = DerivationTrigger(
      target: target, table: members, suffix: "PARAMETER_MEMBER_INSERT", event: "INSERT",
      value: all, rows: changed.rows)
    let others = attribute(
      changing: owner, values: (all, all, all, all), whole: all, correlated: all)
    return DerivationTriggers.Attribute(
      target: target, triggers: others.triggers + [changed, arrived], value: all)
  }
}
#endif
