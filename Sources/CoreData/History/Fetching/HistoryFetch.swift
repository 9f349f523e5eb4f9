// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// One execution of a request that reads histories (R-PSC-742…746).
struct HistoryFetch {
  private let request: NSPersistentHistoryChangeRequest
  private let coordinator: NSPersistentStoreCoordinator
  private let sources: [HistorySource]
  private let fetch: FetchSpecification?
  private let subject: HistoryCondition.Subject
  private let order: HistoryOrder

  init(_ request: NSPersistentHistoryChangeRequest, of stores: HistoryStores) throws {
    self.request = request
    coordinator = stores.coordinator
    sources = stores.sources
    fetch = request.fetchRequest?.specification
    subject = try fetch.map { try HistoryCondition.Subject($0) } ?? .transactions
    order = try HistoryOrder(fetch?.sortDescriptors ?? [], on: subject)
  }

  func run() throws -> Any {
    switch subject {
    case .transactions: result(of: try transactions())
    case .changes: result(of: try changes())
    }
  }

  // MARK: - Finding

  /// The changes that the result tells of are read with the transactions, unless an order may leave most of
  /// them out.
  private func transactions() throws -> [HistoryMatch] {
    let needsChanges = request.resultType.tellsChanges
    let isDeferred = needsChanges && !order.isEmpty && !order.readsChanges
    let readings = try readings(includesChanges: needsChanges && !isDeferred || order.readsChanges)
    guard !order.isEmpty else {
      return window(MergedMatches.merged(try readings.map { try $0.all(limit: end) }))
    }
    var matches: [HistoryMatch]
    if let end, order.isNewestFirst, readings.count == 1 {
      matches = try readings[0].newest(end).matches
    } else {
      matches = MergedMatches.merged(try readings.map { try $0.all(limit: nil) })
    }
    matches = try order.sorted(matches) { match in
      NSPersistentHistoryTransaction(
        match.facts, changes: order.readsChanges ? match.changes : nil)
    }
    matches = window(matches)
    if isDeferred { try addChanges(to: &matches, from: readings) }
    return matches
  }

  private func addChanges(
    to matches: inout [HistoryMatch], from readings: [HistoryReading]
  ) throws {
    for (source, reading) in zip(sources, readings) {
      let places = matches.indices.filter { matches[$0].facts.source === source }
      let changes = try reading.changes(of: places.map { matches[$0].facts.transaction.number })
      for place in places {
        matches[place].changes = changes[matches[place].facts.transaction.number] ?? []
      }
    }
  }

  /// Returns the changes one by one, each with its transaction.
  private func changes() throws -> [HistoryMatch] {
    let readings = try readings(includesChanges: true)
    let limit = order.isEmpty ? end : nil
    let merged = MergedMatches.merged(try readings.map { try $0.all(limit: limit) })
    let single = merged.flatMap { match in
      match.changes.map { HistoryMatch(facts: match.facts, changes: [$0]) }
    }
    return window(
      try order.sorted(single) { NSPersistentHistoryChange($0.changes[0], $0.facts) })
  }

  private func readings(includesChanges: Bool) throws -> [HistoryReading] {
    try sources.map { source in
      let condition = try HistoryCondition(
        fetch?.predicate, on: subject, for: source, in: coordinator)
      return HistoryReading(
        source, after: request.anchor, where: condition, includesChanges: includesChanges,
        in: coordinator)
    }
  }

  /// How many findings reach to the end of the window; nil: all of them do.
  private var end: Int? {
    guard let fetch, fetch.fetchLimit > 0 else { return nil }
    return fetch.fetchLimit + max(0, fetch.fetchOffset)
  }

  private func window(_ matches: [HistoryMatch]) -> [HistoryMatch] {
    let rest = matches.dropFirst(max(0, fetch?.fetchOffset ?? 0))
    guard let fetch, fetch.fetchLimit > 0 else { return Array(rest) }
    return Array(rest.prefix(fetch.fetchLimit))
  }

  // MARK: - Telling

  private func result(of matches: [HistoryMatch]) -> Any {
    switch request.resultType {
    case .statusOnly: true
    case .count: matches.count
    case .objectIDs: ids(in: matches)
    case .transactionsOnly:
      grouped(matches).map { NSPersistentHistoryTransaction($0.facts, changes: nil) }
    case .changesOnly: changes(in: matches)
    case .transactionsAndChanges: transactions(in: grouped(matches))
    }
  }

  private func transactions(in matches: [HistoryMatch]) -> [NSPersistentHistoryTransaction] {
    let moves = HistoryMoves(of: matches, in: coordinator)
    return matches.map {
      NSPersistentHistoryTransaction($0.facts, changes: $0.changes, moves: moves)
    }
  }

  private func changes(in matches: [HistoryMatch]) -> [NSPersistentHistoryChange] {
    let moves = HistoryMoves(of: matches, in: coordinator)
    return matches.flatMap { match in
      match.changes.map {
        NSPersistentHistoryChange($0, match.facts, move: moves[$0, match.facts])
      }
    }
  }

  /// Each object once, where its last change is.
  private func ids(in matches: [HistoryMatch]) -> [NSManagedObjectID] {
    var seen = Set<ObjectKey>()
    var ids: [NSManagedObjectID] = []
    for match in matches.reversed() {
      for change in match.changes.reversed() where seen.insert(change.key).inserted {
        ids.append(match.facts.source.objectID(for: change.key))
      }
    }
    return ids.reversed()
  }

  /// Puts changes that were found one by one together again, transactions in the order of the first of
  /// theirs.
  private func grouped(_ matches: [HistoryMatch]) -> [HistoryMatch] {
    guard subject == .changes else { return matches }
    var groups: [HistoryMatch] = []
    var places: [ObjectIdentifier: Int] = [:]
    for match in matches {
      if let place = places[ObjectIdentifier(match.facts)] {
        groups[place].changes += match.changes
      } else {
        places[ObjectIdentifier(match.facts)] = groups.count
        groups.append(match)
      }
    }
    return groups
  }
}

extension NSPersistentHistoryResultType {
  /// True if changes, or objects that they are of, are in the result.
  fileprivate var tellsChanges: Bool {
    switch self {
    case .objectIDs, .changesOnly, .transactionsAndChanges: true
    case .statusOnly, .count, .transactionsOnly: false
    }
  }
}
