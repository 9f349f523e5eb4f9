// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import QueryLowering
import StoreInterface
import StoreRouting

/// Results as dictionaries: chosen properties and expressions, grouped and made distinct
/// (R-REQ-030…039). Computed over the stored objects, never the pending changes (R-REQ-013).
struct DictionaryFetch {
  private let operation: FetchOperation
  private let parts: DictionaryParts

  init(_ operation: FetchOperation) throws {
    self.operation = operation
    parts = try DictionaryParts(
      operation.specification, operation.lowered, layout: operation.entity.frozenLayoutOrFail)
  }

  // MARK: - Running

  /// In a context of its own, so that nothing is registered in the client's.
  func run() throws -> [NSDictionary] {
    if let answer = try operation.coordinator.clientStores?.dictionaries(
      for: operation.specification, operation.lowered.query, in: operation.scope.stores,
      of: operation.context)
    {
      return answer
    }
    return try computed()
  }

  /// Returns the values of the only column, in the order of the dictionaries, without nulls.
  func values() throws -> [Any] {
    guard parts.columns.count == 1 else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "The request of a fetch expression for dictionaries must have one column, whose "
          + "values are the expression's, not \(parts.columns.count). Set propertiesToFetch.")
    }
    let name = parts.columns[0].name
    return try run().compactMap { $0[name] }
  }

  /// Returns the dictionaries; clients' stores are asked for objects at most.
  func computed() throws -> [NSDictionary] {
    guard let table else {
      return try inScratch { scratch in
        try scratch.beginReadingTogether()
        return try dictionaries(of: try objects(in: scratch))
      }
    }
    return try operation.context.parentContext == nil
      ? rows(of: table, in: operation.context) : inScratch { try rows(of: table, in: $0) }
  }

  /// The question that the stores answer by themselves; nil if objects are needed, and where a client
  /// store answers, which is asked for what the client asked for.
  private var table: DictionaryTable? {
    let asksClients = operation.coordinator.persistentStores.contains { store in
      store.mount?.isOfClient == true && operation.scope.stores?.contains(store.ordinal) ?? true
    }
    guard !asksClients else { return nil }
    let lowering = TableLowering(
      operation.coordinator.managedObjectModel, operation.coordinator,
      entity: operation.entity.frozenLayoutOrFail)
    return parts.table(operation.lowered, operation.specification, lowering: lowering)
  }

  private func rows(
    of table: DictionaryTable, in context: NSManagedObjectContext
  ) throws -> [NSDictionary] {
    // Value transformers are the client's code, which may read.
    var batches: [TableBatch] = []
    try context.readTable(table.query, in: operation.scope) { batch in
      batches.append(batch)
      return true
    }
    return batches.flatMap { table.dictionaries(of: $0, operation.coordinator) }
  }

  private func inScratch(
    _ body: (NSManagedObjectContext) throws -> [NSDictionary]
  ) throws -> [NSDictionary] {
    let scratch = NSManagedObjectContext(.privateQueue)
    scratch.persistentStoreCoordinator = operation.coordinator
    scratch.reader.pin(as: try operation.context.presentPin())
    return try scratch.performAndWait {
      try scratch.joining(operation.context.reader.request ?? RequestReading()) {
        try body(scratch)
      }
    }
  }

  private func dictionaries(of objects: [NSManagedObject]) throws -> [NSDictionary] {
    var rows: [[String: Any]]
    if parts.isOneGroup {
      rows = [try row(of: objects)]
    } else if parts.groupings.isEmpty {
      rows = try objects.map { try row(of: [$0]) }
    } else {
      rows = try groups(of: objects)
    }
    if let order = parts.order { rows = order.sorted(rows) }
    if operation.specification.returnsDistinctResults { rows = distinct(rows) }
    return window(rows).map { NSDictionary(dictionary: parts.declared($0)) }
  }

  /// All matching stored objects, in order.
  private func objects(in scratch: NSManagedObjectContext) throws -> [NSManagedObject] {
    var specification = operation.specification
    specification.resultType = .managedObjectResultType
    specification.includesPendingChanges = false
    if parts.order != nil { specification.sortDescriptors = nil }
    specification.fetchLimit = 0
    specification.fetchOffset = 0
    let scope = operation.scope.stores
    let stores = scope.map { ordinals in
      operation.coordinator.persistentStores.filter { ordinals.contains($0.ordinal) }
    }
    return try FetchOperation(
      context: scratch, specification: specification, affectedStores: stores
    ).objects().objects
  }

  private func row(of objects: [NSManagedObject]) throws -> [String: Any] {
    let leading = try parts.leading(objects)
    var result: [String: Any] = [:]
    for column in parts.allColumns {
      let value = try column.value(of: column.isAggregate ? objects : leading)
      if let value { result[column.name] = value }
    }
    return result
  }

  private func groups(of objects: [NSManagedObject]) throws -> [[String: Any]] {
    var places: [ValueList: Int] = [:]
    var groups: [[NSManagedObject]] = []
    for object in objects {
      let key = ValueList(try parts.groupings.map { try $0.value(of: [object]) })
      if let place = places[key] {
        groups[place].append(object)
      } else {
        places[key] = groups.count
        groups.append([object])
      }
    }
    guard let predicate = operation.specification.havingPredicate else {
      return try groups.map(row)
    }
    let having = HavingPredicate(predicate)
    return try groups.compactMap { group in
      let row = try row(of: group)
      var names: [String: Any] = [:]
      for column in parts.groupings {
        names[column.name] = try column.value(of: [group[0]]) ?? NSNull()
      }
      for column in parts.columns { names[column.name] = row[column.name] ?? NSNull() }
      return try having.holds(for: group, names: names) ? row : nil
    }
  }

  private func distinct(_ rows: [[String: Any]]) -> [[String: Any]] {
    var seen = Set<ValueList>()
    return rows.filter { row in
      seen.insert(ValueList(parts.columns.map { row[$0.name] })).inserted
    }
  }

  private func window(_ rows: [[String: Any]]) -> [[String: Any]] {
    let rest = rows.dropFirst(operation.lowered.offset)
    let limit = operation.lowered.limit
    return Array(limit > 0 ? rest.prefix(limit) : rest)
  }
}
