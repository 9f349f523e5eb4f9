// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension StoreRouter {
  /// Calls a block with what is done in the stores from now on; returns what ends that. The block is
  /// called on the thread that has done it, when nothing is held any more.
  package func watch(
    _ detail: TraceDetail, _ body: @escaping @Sendable (TraceEvent) -> Void
  ) -> Int {
    defer { endIdleViews() }
    return tracer.add(detail, body)
  }

  /// Ends what `watch` began.
  package func endWatching(_ id: Int) {
    tracer.remove(id)
    endIdleViews()
  }
}

/// The effect of a save on one store, in figures.
struct ChangeSummary {
  let rowCount: Int
  let text: String

  /// By entity: `3 Person inserted, 1 Car updated, 2 links`.
  init(_ changes: ChangeSet, _ schema: StoreSchema) {
    func parts(_ entities: [Int], _ verb: String) -> [String] {
      var counts: [Int: Int] = [:]
      for entity in entities { counts[entity, default: 0] += 1 }
      return counts.sorted { $0.key < $1.key }.map { "\($1) \(schema.entities[$0].name) \(verb)" }
    }
    rowCount = changes.inserts.count + changes.updates.count + changes.deletes.count
    var texts = parts(changes.inserts.map(\.row.entity), "inserted")
    texts += parts(changes.updates.map(\.row.entity), "updated")
    texts += parts(changes.deletes.map(\.key.entity), "deleted")
    if !changes.links.isEmpty { texts.append("\(changes.links.count) links") }
    if changes.metadata != nil { texts.append("metadata") }
    if !changes.notes.isEmpty { texts.append("\(changes.notes.count) notes") }
    text = texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
  }
}

extension CommitProtocol.Part {
  /// Notes that the store's part of a save has been written, or why not.
  func noteSave(since start: Int64, _ schema: StoreSchema, _ error: RoutingError?) {
    let duration = StoreMonitor.time - start
    if error == nil { store.monitor.saves.add(duration) }
    guard store.monitor.isTraced else { return }
    let summary = ChangeSummary(changes, schema)
    var event = TraceEvent(.save, text: summary.text)
    event.entity = changes.inserts.first?.row.entity ?? changes.updates.first?.row.entity
    event.rowCount = summary.rowCount
    event.nanoseconds = duration
    event.error = error
    store.monitor.note(event)
  }

  /// Notes the store's conflicts among those of a save.
  func note(_ conflicts: [Conflict], _ schema: StoreSchema) {
    let own = conflicts.filter { $0.store == store.ordinal }
    guard !own.isEmpty else { return }
    store.monitor.note(conflicts: own.count)
    for conflict in own { store.monitor.note(conflict.event(schema)) }
  }
}

extension Conflict {
  /// The ordinal of the store that found it.
  fileprivate var store: Int? {
    switch self {
    case .version(let key, _, _, _): key.store
    case .uniqueness(_, _, let pending, let stored, _): (pending.first ?? stored)?.store
    }
  }

  fileprivate func event(_ schema: StoreSchema) -> TraceEvent {
    var event = TraceEvent(.conflict)
    switch self {
    case .version(let key, let expected, let actual, _):
      (event.entity, event.key) = (key.entity, key)
      event.text =
        actual == 0
        ? "version \(expected) was expected, and the row is gone"
        : "version \(expected) was expected, and the row has \(actual)"
    case .uniqueness(let entity, let constraint, let pending, let stored, _):
      (event.entity, event.key) = (entity, pending.first)
      let names = schema.entities[entity].constraints[constraint].columns.map {
        FilterText(schema, entity: entity).text(ColumnPath($0))
      }
      event.text =
        "\(names.joined(separator: ", ")) must be unique"
        + (stored == nil ? " among new objects" : "")
    }
    event.rowCount = 1
    return event
  }
}
