// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// What is done to a number of objects, or once beside them.
struct GrowthOperation {
  enum Expectation {
    /// Ten times the objects take ten times as long.
    case linear
    /// The objects are there, and do not matter.
    case constant
  }

  let name: String
  let expectation: Expectation
  /// Makes what is needed, and returns what is timed.
  let prepare: (GrowthStage) throws -> () throws -> Void

  static var all: [GrowthOperation] { objects + relationships + saves + requests }

  fileprivate static func each(
    _ name: String, _ prepare: @escaping (GrowthStage) throws -> () throws -> Void
  ) -> GrowthOperation {
    GrowthOperation(name: name, expectation: .linear, prepare: prepare)
  }

  fileprivate static func beside(
    _ name: String, _ prepare: @escaping (GrowthStage) throws -> () throws -> Void
  ) -> GrowthOperation {
    GrowthOperation(name: name, expectation: .constant, prepare: prepare)
  }

  /// How often what takes no notice of the other objects is done.
  private static let times = 20
}

// MARK: - Objects

extension GrowthOperation {
  private static var objects: [GrowthOperation] {
    [
      each("insert, an event each") { stage in
        {
          for _ in 0..<stage.count {
            stage.insert("Part")
            stage.context.processPendingChanges()
          }
        }
      },
      each("delete, an event each") { stage in
        let parts = try stage.owner().parts
        return {
          for part in parts {
            stage.context.delete(part)
            stage.context.processPendingChanges()
          }
        }
      },
      each("delete a chain") { stage in
        let first = stage.insert("Link")
        var last = first
        for _ in 1..<stage.count { last = stage.insert("Link", ["previous": last]) }
        try stage.context.save()
        return {
          stage.context.delete(first)
          try stage.context.save()
        }
      },
      each("undo steps of one insertion") { stage in
        let manager = UndoManager()
        manager.groupsByEvent = false
        stage.context.undoManager = manager
        for _ in 0..<stage.count {
          manager.beginUndoGrouping()
          stage.insert("Part")
          stage.context.processPendingChanges()
          manager.endUndoGrouping()
        }
        return { for _ in 0..<stage.count { stage.context.undo() } }
      },
      beside("change and save one of many") { stage in
        let parts = try stage.owner().parts
        return {
          for place in 0..<times {
            parts[place].setValue("x", forKey: "name")
            try stage.context.save()
          }
        }
      },
    ]
  }
}

// MARK: - Relationships

extension GrowthOperation {
  private static var relationships: [GrowthOperation] {
    [
      each("read the members after each that comes") { stage in
        let owner = stage.insert("Owner")
        return {
          for _ in 0..<stage.count {
            stage.insert("Part", ["owner": owner])
            _ = (owner.value(forKey: "parts") as? NSSet)?.count
          }
        }
      },
      each("read the siblings of each") { stage in
        let parts = try stage.owner().parts
        return {
          for part in parts {
            let owner = part.value(forKey: "owner") as? NSManagedObject
            _ = (owner?.value(forKey: "parts") as? NSSet)?.contains(part)
          }
        }
      },
      each("ordered: insert at the front") { stage in
        let list = stage.insert("Owner").mutableOrderedSetValue(forKey: "list")
        return { for _ in 0..<stage.count { list.insert(stage.insert("Part"), at: 0) } }
      },
      each("ordered: append, save") { stage in
        let list = stage.insert("Owner").mutableOrderedSetValue(forKey: "list")
        return {
          for _ in 0..<stage.count { list.add(stage.insert("Part")) }
          try stage.context.save()
        }
      },
      each("ordered at both ends: append, save") { stage in
        let tag = stage.insert("Tag")
        return {
          for _ in 0..<stage.count {
            stage.insert("Part").mutableOrderedSetValue(forKey: "steps").add(tag)
          }
          try stage.context.save()
        }
      },
      each("take members out one by one, save") { stage in
        let (owner, parts) = try stage.owner()
        return {
          let members = owner.mutableSetValue(forKey: "parts")
          for part in parts { members.remove(part) }
          try stage.context.save()
        }
      },
      beside("a new member of many, saved") { stage in
        let (owner, parts) = try stage.owner()
        return {
          for _ in 0..<times {
            stage.insert("Part", ["owner": owner])
            try stage.context.save()
          }
          withExtendedLifetime(parts) {}
        }
      },
    ]
  }
}

// MARK: - Saves

extension GrowthOperation {
  private static var saves: [GrowthOperation] {
    [
      each("save what is there by a unique code") { stage in
        stage.context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        for code in 0..<stage.count { stage.insert("Item", ["code": code]) }
        try stage.context.save()
        stage.context.reset()
        return {
          for code in 0..<stage.count { stage.insert("Item", ["code": code, "value": 1]) }
          try stage.context.save()
        }
      },
      each("save what others have changed") { stage in
        let parts = try stage.owner().parts
        let sibling = stage.sibling()
        try sibling.performAndWait {
          for part in try sibling.fetch(stage.request("Part")) {
            part.setValue("y", forKey: "name")
          }
          try sibling.save()
        }
        stage.context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        for part in parts { part.setValue("x", forKey: "name") }
        return { try stage.context.save() }
      },
      each("save a child") { stage in
        {
          let child = NSManagedObjectContext(.privateQueue)
          child.parent = stage.context
          try child.performAndWait {
            for _ in 0..<stage.count {
              _ = NSEntityDescription.insertNewObject(forEntityName: "Part", into: child)
            }
            try child.save()
          }
        }
      },
      beside("save a child of a full parent") { stage in
        let parts = try stage.owner().parts
        return {
          for _ in 0..<times {
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = stage.context
            try child.performAndWait {
              _ = NSEntityDescription.insertNewObject(forEntityName: "Part", into: child)
              try child.save()
            }
          }
          withExtendedLifetime(parts) {}
        }
      },
    ]
  }
}

// MARK: - Requests

extension GrowthOperation {
  private static var requests: [GrowthOperation] {
    [
      each("prefetch the siblings of all") { stage in
        _ = try stage.owner()
        stage.context.reset()
        return {
          let request = stage.request("Part")
          request.relationshipKeyPathsForPrefetching = ["owner.parts", "tags"]
          _ = try stage.context.fetch(request)
        }
      },
      each("values in a list") { stage in
        _ = try stage.owner()
        return {
          let request = stage.request("Part")
          request.predicate = NSPredicate(format: "place IN %@", (0..<stage.count).map { 2 * $0 })
          _ = try stage.context.fetch(request)
        }
      },
      each("walk in batches of 20") { stage in
        _ = try stage.owner()
        stage.context.reset()
        return {
          let request = stage.request("Part")
          request.fetchBatchSize = 20
          for part in try stage.context.fetch(request) { _ = part.value(forKey: "name") }
        }
      },
      beside("a controller's list follows a change") { stage in
        let parts = try stage.owner().parts
        let request = stage.request("Part")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let controller = NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: stage.context, sectionNameKeyPath: nil,
          cacheName: nil)
        let listener = Listener()
        controller.delegate = listener
        try controller.performFetch()
        return {
          for place in 0..<times {
            parts[place].setValue("z\(place)", forKey: "name")
            stage.context.processPendingChanges()
          }
          withExtendedLifetime((controller, listener)) {}
        }
      },
    ]
  }

  private final class Listener: NSObject, NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}
  }
}
