// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

/// Brings the catalogue of a context up to date with the input: what is new is inserted, what
/// differs is updated, what is gone is deleted. Codes identify objects, so nothing comes twice.
struct CatalogueImporter {
  let context: NSManagedObjectContext
  /// Where new objects of an entity are put; nil leaves it to the routing.
  let placement: (String) -> NSPersistentStore?

  private(set) var tally = ImportTally()
  private var index = CatalogueIndex()

  init(context: NSManagedObjectContext, placement: @escaping (String) -> NSPersistentStore?) {
    self.context = context
    self.placement = placement
  }

  /// Imports everything into the context; saving is the caller's.
  mutating func run(_ catalogue: Catalogue, progress: ProgressBar) throws {
    index.countries = try merge(catalogue.countries, progress)
    index.subdivisions = try merge(catalogue.subdivisions, progress) { importer, objects in
      importer.index.subdivisions = objects
    }
    _ = try merge(catalogue.languages, progress)
    _ = try merge(catalogue.scripts, progress)
    _ = try merge(catalogue.currencies, progress)
    _ = try merge(catalogue.zones, progress)
  }

  /// - Parameter beforeLinking: called when all objects have their values.
  private mutating func merge<Record: CatalogueRecord>(
    _ records: [Record], _ progress: ProgressBar,
    beforeLinking: (inout CatalogueImporter, [String: Record.Object]) -> Void = { _, _ in }
  ) throws -> [String: Record.Object] {
    var objects = try existing(Record.self)
    let gone = Set(objects.keys).subtracting(records.map(\.code))
    var isNew: [Bool] = []
    var isChanged: [Bool] = []
    for record in records {
      isNew.append(objects[record.code] == nil)
      let object = objects[record.code] ?? inserted(Record.self)
      objects[record.code] = object
      isChanged.append(record.update(object))
      progress.advance()
    }
    beforeLinking(&self, objects)
    for (place, record) in records.enumerated() {
      guard let object = objects[record.code] else { continue }
      let isLinked = record.link(object, index)
      count(isNew: isNew[place], isChanged: isChanged[place] || isLinked)
    }
    for code in gone { remove(objects.removeValue(forKey: code)) }
    return objects
  }

  private func existing<Record: CatalogueRecord>(
    _: Record.Type
  ) throws -> [String: Record.Object] {
    let request = NSFetchRequest<Record.Object>(entityName: Record.entityName)
    let objects = try context.fetch(request)
    return Dictionary(
      objects.map { ($0.value(forKey: Record.codeKey) as? String ?? "", $0) },
      uniquingKeysWith: { first, _ in first })
  }

  private func inserted<Record: CatalogueRecord>(_: Record.Type) -> Record.Object {
    let object = Record.Object(context: context)
    if let store = placement(Record.entityName) { context.assign(object, to: store) }
    return object
  }

  private mutating func remove(_ object: NSManagedObject?) {
    guard let object else { return }
    context.delete(object)
    tally.deleted += 1
  }

  private mutating func count(isNew: Bool, isChanged: Bool) {
    if isNew {
      tally.inserted += 1
    } else if isChanged {
      tally.updated += 1
    } else {
      tally.unchanged += 1
    }
  }
}
