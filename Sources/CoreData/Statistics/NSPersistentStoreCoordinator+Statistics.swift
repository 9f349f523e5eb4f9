// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

extension NSPersistentStoreCoordinator {
  /// Returns the figures of an added store (R-PSC-950). Takes no write lock: neither waits for savers
  /// nor keeps them waiting. Any thread; a few reads, or with `.deep` as much as reading the store.
  /// Our addition.
  ///
  /// ```swift
  /// let statistics = try coordinator.statistics(for: store, .deep)
  /// print(statistics.rowCounts?["Employee"] ?? 0, statistics.bytes.log)
  /// print(statistics.fetches.count, statistics.fetches.percentile99)
  /// ```
  ///
  /// - Throws: 134070 for a store that is not in this coordinator; what the store throws.
  public final func statistics(
    for store: NSPersistentStore, _ options: StoreStatistics.Options = []
  ) throws -> StoreStatistics {
    guard persistentStores.contains(where: { $0 === store }) else {
      throw CocoaError.make(
        .persistentStoreOperation,
        reason: "The store whose statistics are asked for is not in this coordinator.",
        userInfo: [NSAffectedStoresErrorKey: [store]])
    }
    let isDeep = options.contains(.deep)
    do {
      let figures = try router.figures(of: store.ordinal, isDeep: isDeep)
      return statistics(of: store, figures)
    } catch let error as RoutingError {
      throw ErrorTranslation.cocoaError(error, coordinator: self, objects: [])
    } catch let error as StoreError {
      throw ErrorTranslation.cocoaError(error, url: store.url, engine: store.mount?.engine)
    }
  }

  private final func statistics(
    of store: NSPersistentStore, _ figures: RouterFigures
  ) -> StoreStatistics {
    let entities = figures.entities?.filter { store.entities.holds($0.entity) }
    let names = schema.entities
    return StoreStatistics(
      store: StoreTraceEvent.Store(store),
      rowCounts: entities.map { entities in
        Dictionary(uniqueKeysWithValues: entities.map { (names[$0.entity].name, $0.rows) })
      },
      nextNumbers: entities.map { entities in
        Dictionary(uniqueKeysWithValues: entities.map { (names[$0.entity].name, $0.nextNumber) })
      },
      bytes: StoreStatistics.Bytes(figures.sizes),
      pinnedGenerationCount: figures.pinnedGenerations,
      history: figures.history.map {
        StoreStatistics.History(
          transactionCount: $0.count,
          oldestDate: $0.oldest.map(Date.init(timeIntervalSinceReferenceDate:)))
      },
      fetches: StoreStatistics.Latency(figures.monitor.fetches.summary),
      saves: StoreStatistics.Latency(figures.monitor.saves.summary),
      waits: StoreStatistics.Latency(figures.monitor.waits.summary),
      conflictCount: figures.monitor.conflicts, pendingOutboxCount: figures.pendingOutbox,
      lastBackup: figures.monitor.lastBackup.map(Date.init(timeIntervalSinceReferenceDate:)),
      recoveryError: recoveryError(of: store))
  }
}
