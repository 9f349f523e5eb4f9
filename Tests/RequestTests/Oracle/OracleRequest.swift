// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreTestSupport

/// A level of a sort: a path over to-ones.
struct OracleSort {
  let keys: [String]
  let isAscending: Bool

  var descriptor: NSSortDescriptor {
    NSSortDescriptor(key: keys.joined(separator: "."), ascending: isAscending)
  }
}

/// A random request for objects, IDs or a count, and the answer by definition (R-REQ-010…021).
struct OracleRequest {
  let entity: Int
  let includesSubentities: Bool
  let test: OracleTest?
  let sort: [OracleSort]
  let offset: Int
  let limit: Int
  let includesPendingChanges: Bool
  let batchSize: Int
  let returnsFaults: Bool
  let prefetched: [String]
  /// The places of the stores that are asked; nil for all.
  let stores: [Int]?

  init(_ conditions: inout OracleConditions, storeCount: Int, mayIgnorePending: Bool) {
    let model = conditions.model
    let entity = conditions.random.below(model.entities.count)
    self.entity = entity
    includesSubentities = !conditions.random.oneIn(4)
    test = conditions.random.oneIn(6) ? nil : conditions.test(on: entity)
    sort = Self.sort(&conditions, entity)
    offset = conditions.random.oneIn(3) ? conditions.random.below(6) : 0
    limit = conditions.random.oneIn(2) ? conditions.random.below(8) : 0
    includesPendingChanges = !(mayIgnorePending && conditions.random.oneIn(4))
    batchSize = conditions.random.oneIn(4) ? 1 + conditions.random.below(4) : 0
    returnsFaults = !conditions.random.oneIn(3)
    let relationships = model.relationships(of: entity).map(\.name)
    let prefetches = !relationships.isEmpty && conditions.random.oneIn(4)
    prefetched = prefetches ? [conditions.random.pick(relationships)] : []
    let isRestricted = storeCount > 1 && conditions.random.oneIn(4)
    stores = isRestricted ? [conditions.random.below(storeCount)] : nil
  }

  /// Up to two random levels, and one that leaves no ties.
  private static func sort(_ conditions: inout OracleConditions, _ entity: Int) -> [OracleSort] {
    var levels = (0..<conditions.random.below(3)).map { _ in
      OracleSort(
        keys: conditions.path(on: entity).keys, isAscending: conditions.random.oneIn(2))
    }
    levels.append(OracleSort(keys: ["serial"], isAscending: !conditions.random.oneIn(3)))
    return levels
  }

  /// The request, for messages.
  var text: String {
    let order = sort.map { "\($0.keys.joined(separator: "."))\($0.isAscending ? "" : " down")" }
    return "entity \(entity)\(includesSubentities ? "" : " alone") sorted by \(order) "
      + "\(offset)+\(limit) stores \(stores.map(\.description) ?? "all") batch \(batchSize)"
      + "\(includesPendingChanges ? "" : " as saved") where \(test?.text ?? "true")"
  }

  /// The serial numbers of the objects, in order.
  func answer(_ view: OracleView) -> [Int] {
    let all = OracleOrder(sort).sorted(matches(view), in: view)
    let rest = all.dropFirst(offset)
    return Array(limit > 0 ? rest.prefix(limit) : rest)
  }

  /// What fits, in any order; offset and limit are not applied.
  func matches(_ view: OracleView) -> [Int] {
    view.graph.serials.filter { serial in
      guard let record = view.graph.records[serial], stores?.contains(record.store) ?? true else {
        return false
      }
      let isAsked =
        includesSubentities
        ? view.graph.model.isKind(record.entity, of: entity) : record.entity == entity
      return isAsked && (test.map { $0.holds(view, serial) == true } ?? true)
    }
  }
}

/// Serial numbers in the order of sort levels.
struct OracleOrder {
  private let levels: [OracleSort]

  init(_ levels: [OracleSort]) { self.levels = levels }

  func sorted(_ serials: [Int], in view: OracleView) -> [Int] {
    serials.sorted { a, b in
      for level in levels {
        let order = view.value(level.keys, of: a).order(view.value(level.keys, of: b)) ?? 0
        if order != 0 { return level.isAscending ? order < 0 : order > 0 }
      }
      return false
    }
  }
}
