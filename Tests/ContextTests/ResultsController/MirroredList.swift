// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A delegate that keeps a list of its own, to which it applies what it is told.
final class MirroredList: NSObject, NSFetchedResultsControllerDelegate {
  struct Section: Equatable {
    var name: String
    var objects: [ObjectIdentifier]
  }

  struct Change {
    let object: NSManagedObject
    let kind: NSFetchedResultsChangeType
    let old: IndexPath?
    let new: IndexPath?
  }

  private(set) var sections: [Section] = []
  /// The callbacks, by a letter each: `w` will change, `s` section, `o` object, `d` did change.
  private(set) var calls = ""
  private(set) var batches: [[Change]] = []
  private(set) var sectionChanges: [(name: String, kind: NSFetchedResultsChangeType, index: Int)] =
    []
  /// What was wrong, in words.
  private(set) var complaints: [String] = []
  private var changes: [Change] = []
  private var isFormerAtStart = true

  /// The changes of the last event: a letter for each and paths, in order.
  var lastBatch: [String] {
    (batches.last ?? []).map { change in
      let letters: [NSFetchedResultsChangeType: String] = [
        .insert: "i", .delete: "d", .move: "m", .update: "u",
      ]
      let paths = [change.old, change.new].map { $0.map { "\($0.section).\($0.item)" } ?? "-" }
      return "\(letters[change.kind] ?? "?") \(paths.joined(separator: " "))"
    }
  }

  /// Takes over a controller's results, as after a fetch.
  func copy(_ controller: NSFetchedResultsController<some Any>) {
    sections = MirroredList.contents(of: controller)
  }

  func forget() { (calls, batches, sectionChanges) = ("", [], []) }

  static func contents(of controller: NSFetchedResultsController<some Any>) -> [Section] {
    (controller.sections ?? []).map { section in
      Section(
        name: section.name,
        objects: (section.objects ?? []).map { ObjectIdentifier($0 as AnyObject) })
    }
  }

  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    calls += "w"
    (changes, sectionChanges) = ([], [])
    // R-REQ-277
    if MirroredList.contents(of: controller) != sections {
      complaints.append("not the former state")
    }
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    calls += "s"
    sectionChanges.append((sectionInfo.name, type, sectionIndex))
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    calls += "o"
    guard let object = anObject as? NSManagedObject else { return complaints.append("no object") }
    changes.append(Change(object: object, kind: type, old: indexPath, new: newIndexPath))
  }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    calls += "d"
    batches.append(changes)
    apply()
    if MirroredList.contents(of: controller) != sections {
      complaints.append("replay: another list")
    }
  }

  // MARK: - Replaying

  /// Deletions from the last, insertions from the first (R-REQ-278).
  private func apply() {
    let updates = changes.filter { $0.kind == .update }
    for update in updates where object(at: update.old) != ObjectIdentifier(update.object) {
      complaints.append("update: another object before")
    }
    for change in changes.filter({ $0.kind != .update && $0.old != nil }).sorted(
      by: MirroredList.last)
    {
      remove(change)
    }
    for section in sectionChanges.filter({ $0.kind == .delete }).sorted(by: { $0.index > $1.index })
    {
      guard sections.indices.contains(section.index), sections[section.index].name == section.name,
        sections[section.index].objects.isEmpty
      else { return complaints.append("section: not the one, or not empty") }
      sections.remove(at: section.index)
    }
    for section in sectionChanges.filter({ $0.kind == .insert }).sorted(by: { $0.index < $1.index })
    {
      guard section.index <= sections.count else { return complaints.append("section: too far") }
      sections.insert(Section(name: section.name, objects: []), at: section.index)
    }
    for change in changes.filter({ $0.kind != .update && $0.new != nil })
      .sorted(by: { ($0.new ?? []) < ($1.new ?? []) })
    {
      insert(change)
    }
    for update in updates where object(at: update.new) != ObjectIdentifier(update.object) {
      complaints.append("update: another object after")
    }
  }

  private static func last(_ a: Change, _ b: Change) -> Bool { (a.old ?? []) > (b.old ?? []) }

  private func object(at path: IndexPath?) -> ObjectIdentifier? {
    guard let path, sections.indices.contains(path.section),
      sections[path.section].objects.indices.contains(path.item)
    else { return nil }
    return sections[path.section].objects[path.item]
  }

  private func remove(_ change: Change) {
    guard let path = change.old, object(at: path) == ObjectIdentifier(change.object) else {
      return complaints.append("removal: another object")
    }
    sections[path.section].objects.remove(at: path.item)
  }

  private func insert(_ change: Change) {
    guard let path = change.new, sections.indices.contains(path.section),
      path.item <= sections[path.section].objects.count
    else { return complaints.append("insertion: no such place") }
    sections[path.section].objects.insert(ObjectIdentifier(change.object), at: path.item)
  }
}

/// A controller over the people of a context, with a mirrored list.
struct PeopleList {
  let context: NSManagedObjectContext
  let controller: NSFetchedResultsController<NSManagedObject>
  let list = MirroredList()

  init(
    _ context: NSManagedObjectContext, _ format: String? = nil,
    sortedBy keys: [String] = ["lastName", "firstName"], sections: String? = nil,
    cacheName: String? = nil, batchSize: Int = 0
  ) throws {
    self.context = context
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
    request.fetchBatchSize = batchSize
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
      cacheName: cacheName)
    controller.delegate = list
    try controller.performFetch()
    list.copy(controller)
  }

  /// First names by section.
  var names: [[String]] {
    (controller.sections ?? []).map { section in
      (section.objects ?? []).map { ($0 as? NSManagedObject)?.string("firstName") ?? "" }
    }
  }

  var sectionNames: [String] { (controller.sections ?? []).map(\.name) }

  /// Makes a change and ends the event.
  func event(_ change: () throws -> Void) rethrows {
    list.forget()
    try change()
    context.processPendingChanges()
  }
}

extension NSManagedObjectContext {
  /// People, each of a first and a last name.
  func people(_ names: String...) -> [NSManagedObject] {
    names.map { name in
      let parts = name.split(separator: " ").map(String.init)
      return insert("Person", ["firstName": parts[0], "lastName": parts[1]])
    }
  }

  /// Runs a block and saves; returns the notification.
  func saveNote(_ block: () throws -> Void) throws -> Notification {
    let log = NotificationLog(self, [.NSManagedObjectContextDidSave])
    try performAndWait {
      try block()
      try save()
    }
    let note = try #require(log.notes.last)
    return Notification(name: note.name, object: self, userInfo: note.userInfo)
  }
}
