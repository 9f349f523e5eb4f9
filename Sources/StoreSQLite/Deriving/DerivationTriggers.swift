// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The triggers of a file's derived attributes.
///
/// Those that count members are Apple's to the letter; `now()` follows what its framework logs; the
/// others are made like them. They call no functions but those of Apple's framework, so that it can
/// write the file.
struct DerivationTriggers {
  /// The triggers of one attribute.
  struct Attribute {
    let target: DerivationTrigger.Target
    let triggers: [DerivationTrigger]
    /// The value of a row of the table; nil for one that only a save can know.
    let value: String?

    /// The statement that computes the values of all rows.
    var recomputation: String? {
      value.map {
        "UPDATE \(SQLName(target.table)) SET \(SQLName(target.column)) = \($0) WHERE 1\(target.scope)"
      }
    }

    /// Returns true if one of some triggers is for this attribute, whatever it does.
    func isKept(by names: [String]) -> Bool {
      let middle = "_\(target.entity)_\(target.attribute)_"
      return names.contains { name in
        guard name.hasPrefix("Z_DA_"), let found = name.range(of: middle) else { return false }
        return Attribute.endings.contains { name[found.upperBound...].hasPrefix($0) }
      }
    }

    private static let endings = ["INSERT", "UPDATE", "DELETE", "PARAMETER_", "SOURCE_"]
  }

  private let layout: StoreLayout
  private var schema: StoreSchema { layout.schema }

  init(_ layout: StoreLayout) { self.layout = layout }

  /// Those that the file has columns for.
  var attributes: [Attribute] { schema.derived.compactMap(attribute) }

  private func attribute(_ derived: DerivedAttribute) -> Attribute? {
    guard derived.derivation.isRelational, let target = target(derived) else { return nil }
    switch derived.derivation {
    case .now: return now(target)
    case .value(.column(let path)):
      return ColumnTriggers(layout, target, copying: path, of: derived.entity)?.attribute
    case .value(.count(let toMany, _)):
      return MemberTriggers(layout, target, of: toMany.toMany, in: derived.entity)?.count
    case .value(.aggregate(let function, let toMany, let path)):
      return MemberTriggers(layout, target, of: toMany.toMany, in: derived.entity)?
        .statistic(function, path.column, isInteger: type(of: derived).slotKind == .integer)
    case .value: return nil
    }
  }

  private func type(of derived: DerivedAttribute) -> AttributeType {
    schema.entities[derived.entity].attributes[derived.attribute].type
  }

  private func target(_ derived: DerivedAttribute) -> DerivationTrigger.Target? {
    let entity = schema.entities[derived.entity]
    guard let table = layout.table(of: entity.index),
      let column = layout.name(of: .attribute(derived.attribute), in: entity.index)
    else { return nil }
    let numbers = layout.held(entity.subtree).compactMap { layout.entities[$0]?.number }
    return DerivationTrigger.Target(
      table: table.name, entity: entity.name,
      attribute: entity.attributes[derived.attribute].name, column: column,
      numbers: entity.parent == nil ? nil : numbers)
  }

  /// A row has the moment of its last save, of which its version tells.
  private func now(_ target: DerivationTrigger.Target) -> Attribute {
    let events = [("INSERT", "INSERT"), ("UPDATE", "UPDATE OF Z_OPT")]
    let triggers = events.map { suffix, event in
      DerivationTrigger(
        target: target, table: target.table, suffix: suffix, event: event,
        condition: target.newRow, value: "NSCoreDataNow()", rows: "Z_PK = NEW.Z_PK")
    }
    return Attribute(target: target, triggers: triggers, value: nil)
  }
}

extension DerivationTrigger.Target {
  /// The condition for a new row; nil when every row of the table has the attribute.
  var newRow: String? { numbers.map { "NEW.Z_ENT IN (\(Self.list($0)))" } }
}
#endif
