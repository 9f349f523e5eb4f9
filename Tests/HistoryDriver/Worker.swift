// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import DriverSupport
import Foundation

/// A process that writes. It says what it has done, a line each:
///
///   ready | ack AUTHOR STORE,STORE… | refused CODE TEXT | done
struct Worker {
  private let settings: Settings
  private let shelf: Shelf

  init(_ settings: Settings) {
    self.settings = settings
    shelf = Shelf(settings: settings)
  }

  func run() throws {
    let coordinator = try shelf.open()
    say("ready")
    let group = DispatchGroup()
    for lane in 0..<settings.lanes {
      group.enter()
      Thread.detachNewThread {
        var lane = Lane(settings, shelf, lane: lane, coordinator)
        lane.run()
        group.leave()
      }
    }
    group.wait()
    say("done")
  }
}

/// One context of a worker, whose objects nobody else changes.
private struct Lane {
  private let settings: Settings
  private let shelf: Shelf
  private let lane: Int64
  private let context: NSManagedObjectContext
  private var dice: Dice
  private var serial: Int64 = 0

  init(
    _ settings: Settings, _ shelf: Shelf, lane: Int, _ coordinator: NSPersistentStoreCoordinator
  ) {
    self.settings = settings
    self.shelf = shelf
    self.lane = Int64(settings.number * 100 + lane)
    dice = Dice(seed: settings.seed &+ UInt64(self.lane))
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = nil
    context.transactionAuthor = "lane \(self.lane)"
  }

  mutating func run() {
    let end = Date(timeIntervalSinceNow: settings.seconds)
    while serial < settings.writes, Date() < end {
      serial += 1
      let stores = dice.below(3) == 0 ? Array(shelf.stores) : [dice.pick(Array(shelf.stores))]
      do {
        let written = try write(stores)
        if !written.isEmpty {
          say("ack \(lane) \(written.map(String.init).joined(separator: ","))")
        }
      } catch {
        say("refused \((error as NSError).code) \(error)".replacingOccurrences(of: "\n", with: " "))
      }
    }
  }

  /// Returns the stores that have a transaction more.
  private mutating func write(_ stores: [Int]) throws -> [Int] {
    context.performAndWait { context.reset() }
    switch dice.below(20) {
    case 0: return try batch(update(stores[0]), stores[0])
    case 1: return try batch(deletion(stores[0]), stores[0])
    case 2: return try batch(insertion(stores[0]), stores[0])
    default: return try save(stores)
    }
  }

  // MARK: - Saves

  private mutating func save(_ stores: [Int]) throws -> [Int] {
    let choices = stores.map { _ in (isUpdate: dice.below(2) == 0, isDeletion: dice.below(5) == 0) }
    return try context.performAndWait {
      for (store, choice) in zip(stores, choices) {
        let item = NSEntityDescription.insertNewObject(
          forEntityName: shelf.entity(store), into: context)
        item.setValue(lane, forKey: "lane")
        item.setValue(serial, forKey: "serial")
        let others = try context.fetch(own(store))
        if choice.isUpdate, let other = others.first(where: { $0 != item }) {
          let count = (other.value(forKey: "updates") as? NSNumber)?.int64Value ?? 0
          other.setValue(count + 1, forKey: "updates")
        }
        if choice.isDeletion, let last = others.last(where: { $0 != item }), others.count > 2 {
          context.delete(last)
        }
      }
      try context.save()
      return stores
    }
  }

  private func own(_ store: Int) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: shelf.entity(store))
    request.predicate = NSPredicate(format: "lane == %lld", lane)
    request.sortDescriptors = [NSSortDescriptor(key: "serial", ascending: true)]
    request.fetchLimit = 20
    return request
  }

  // MARK: - Batches

  private func batch(_ request: NSPersistentStoreRequest, _ store: Int) throws -> [Int] {
    let result = try context.performAndWait { try context.execute(request) }
    let count =
      (result as? NSBatchUpdateResult)?.result ?? (result as? NSBatchDeleteResult)?.result
      ?? (result as? NSBatchInsertResult)?.result
    return (count as? Int ?? 0) > 0 ? [store] : []
  }

  private func update(_ store: Int) -> NSPersistentStoreRequest {
    let request = NSBatchUpdateRequest(entityName: shelf.entity(store))
    request.predicate = NSPredicate(format: "lane == %lld", lane)
    request.propertiesToUpdate = ["updates": NSExpression(format: "updates + 1")]
    request.resultType = .updatedObjectsCountResultType
    return request
  }

  private func deletion(_ store: Int) -> NSPersistentStoreRequest {
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: shelf.entity(store))
    fetch.predicate = NSPredicate(format: "lane == %lld AND serial < %lld", lane, serial - 20)
    let request = NSBatchDeleteRequest(fetchRequest: fetch)
    request.resultType = .resultTypeCount
    return request
  }

  private func insertion(_ store: Int) -> NSPersistentStoreRequest {
    let rows: [[String: Any]] = (0..<12).map { _ in ["lane": lane, "serial": serial] }
    let request = NSBatchInsertRequest(entityName: shelf.entity(store), objects: rows)
    request.resultType = .count
    return request
  }
}
