// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Looks for pairs of join tables of which an object is gone.
struct JoinCheck {
  private let store: SQLiteStore

  init(_ store: SQLiteStore) { self.store = store }

  /// One statement for each join table.
  func findings(isRepairing: Bool) throws(StoreError) -> [FileFinding] {
    var findings: [FileFinding] = []
    for (link, join) in zip(store.plan.schema.links, store.plan.layout.joins) {
      guard let join, let condition = condition(link, join) else { continue }
      let table = SQLName(join.name)
      let count = try store.reading { connection throws(StoreError) in
        try connection.integer("SELECT COUNT(*) FROM \(table) WHERE \(condition)") ?? 0
      }
      guard count > 0 else { continue }
      if isRepairing {
        try store.writing { writer throws(StoreError) in
          try writer.run("DELETE FROM \(table) WHERE \(condition)")
        }
      }
      let entity = store.plan.schema.entities[link.firstEntity].name
      findings.append(
        FileFinding(
          .danglingLink,
          "\(count) of the pairs of \(entity).\(link.firstName) name an object that is not there",
          isRepaired: isRepairing))
    }
    return findings
  }

  private func condition(_ link: LinkSchema, _ join: JoinLayout) -> String? {
    guard let first = store.plan.layout.table(of: link.firstEntity),
      let second = store.plan.layout.table(of: link.secondEntity)
    else { return nil }
    return "\(SQLName(join.first)) NOT IN (SELECT Z_PK FROM \(SQLName(first.name))) "
      + "OR \(SQLName(join.second)) NOT IN (SELECT Z_PK FROM \(SQLName(second.name)))"
  }
}
#endif
