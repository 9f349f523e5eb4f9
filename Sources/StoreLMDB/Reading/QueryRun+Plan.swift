// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

extension QueryRun {
  /// Says how the query is answered.
  func plan(_ schema: StoreSchema) -> QueryPlan {
    let name = schema.entities[query.entity].name
    var text: String
    switch access {
    case .scan: text = "\(name): all rows"
    case .numbers(let numbers): text = "\(name): \(numbers.count) row(s) by number"
    case .index(let access):
      text = "\(name): index \(access.index.name), \(range(access))"
      if access.direction == .backward { text += ", backwards" }
    }
    if !access.isInOrder(query) { text += "; sorted" }
    return QueryPlan(
      text: text, residual: residual.map { FilterText(schema, entity: query.entity).text($0) })
  }

  private func range(_ access: IndexAccess) -> String {
    let bounds = access.bounds.map { bounds in
      "\(hex(bounds.lower))..<\(bounds.upper.map(hex) ?? "end")"
    }
    guard bounds.count > 4 else { return "bounds [\(bounds.joined(separator: ", "))]" }
    return "\(bounds.count) bounds [\(bounds[0]), …]"
  }

  /// As entries stand in the index.
  private func hex(_ key: SortableKey) -> String {
    guard !key.bytes.isEmpty else { return "start" }
    let digits = key.bytes.prefix(24).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0\(text)" : text
    }
    return digits.joined() + (key.bytes.count > 24 ? "…" : "")
  }
}
#endif
