// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
package import CoreData
import Foundation
import StoreTestSupport
import Testing

/// A way to put stores together: which types, with which configurations. Tests run over all.
package struct StackKind: Sendable, CustomTestStringConvertible {
  package let name: String
  /// Store types with the configurations they hold; nil is the whole model.
  package let stores: [(type: String, configuration: String?)]

  package var testDescription: String { name }

  package init(name: String, stores: [(type: String, configuration: String?)]) {
    self.name = name
    self.stores = stores
  }

  package var isDurable: Bool { stores.allSatisfy { $0.type != NSInMemoryStoreType } }

  package static let singles: [StackKind] = types.map { StackKind(name: $0, stores: [($0, nil)]) }

  /// One, two and three stores.
  package static let all: [StackKind] = singles + pairs + triples

  package static let durable = all.filter(\.isDurable)

  /// Besides, stores that clients write, alone and beside the others: for what depends on stores.
  package static let everyStore: [StackKind] = all + clients

  /// Whether a model may keep its uniqueness constraints.
  package var enforcesUniqueness: Bool { stores.allSatisfy { StackKind.engines.contains($0.type) } }

  /// Where one of the stores is that belong to a folder; always the same.
  package func url(_ index: Int, in directory: URL) throws -> URL {
    try ClientStores.url(ofType: stores[index].type, named: "store\(index)", in: directory)
  }

  /// Stacks with stores that clients write.
  package static let clients: [StackKind] = {
    RecordStores.register()
    ClientStores.register()
    guard TestScope.current == .all else { return [] }
    let (atomic, incremental) = (RecordStores.atomicType, RecordStores.incrementalType)
    let (csv, http) = (ClientStores.csvType, ClientStores.httpType)
    let singles = [NSBinaryStoreType, NSXMLStoreType, atomic, incremental, csv].map {
      StackKind(name: $0, stores: [($0, nil)])
    }
    let (first, middle, last) = (types[0], types[types.count / 2], types[types.count - 1])
    return singles + [
      StackKind(
        name: "Binary+\(last)",
        stores: [(NSBinaryStoreType, "People"), (last, "Notes"), (last, "Scratch")]),
      StackKind(
        name: "memory+incremental+XML",
        stores: [(first, "People"), (incremental, "Notes"), (NSXMLStoreType, "Scratch")]),
      StackKind(
        name: "incremental+atomic",
        stores: [(incremental, "People"), (atomic, "Notes"), (atomic, "Scratch")]),
      pair(csv, middle),
      StackKind(
        name: "memory+CSV+\(last)",
        stores: [(first, "People"), (csv, "Notes"), (last, "Scratch")]),
      // Two with the server: it takes its time, and the suites of stores alone ask it everything.
      StackKind(
        name: "HTTP+\(last)+CSV",
        stores: [(http, "People"), (last, "Notes"), (csv, "Scratch")]),
      StackKind(
        name: "memory+HTTP+\(middle)",
        stores: [(first, "People"), (http, "Notes"), (middle, "Scratch")]),
    ]
  }()

  /// The engines that tests of this scope run over.
  private static var types: [String] {
    TestScope.current == .quick ? Array(engines.prefix(2)) : engines
  }

  /// The engines of this build.
  private static var engines: [String] {
    var engines = [NSInMemoryStoreType]
    #if SQLite
    engines.append(NSSQLiteStoreType)
    #endif
    #if LMDB
    engines.append(LMDBStoreType)
    #endif
    return engines
  }

  private static var pairs: [StackKind] {
    types.flatMap { first in
      types.filter { $0 != first }.map { second in
        pair(first, second)
      }
    }
  }

  private static func pair(_ first: String, _ second: String) -> StackKind {
    StackKind(
      name: "\(first)+\(second)",
      stores: [(first, "People"), (second, "Notes"), (second, "Scratch")])
  }

  private static var triples: [StackKind] {
    guard types.count == 3 else { return [] }
    return [
      StackKind(
        name: "three", stores: [(types[1], "People"), (types[2], "Notes"), (types[0], "Scratch")])
    ]
  }
}

/// A coordinator with its stores in a temporary folder, removed at the end.
package final class Stack {
  package let kind: StackKind
  package let directory: URL
  package let coordinator: NSPersistentStoreCoordinator

  package init(
    _ kind: StackKind, model: NSManagedObjectModel = GarageModel.make(), directory: URL? = nil
  ) throws {
    self.kind = kind
    self.directory =
      directory
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("stack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: self.directory, withIntermediateDirectories: true)
    if !kind.enforcesUniqueness {
      for entity in model.entities { entity.uniquenessConstraints = [] }
    }
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for (index, store) in kind.stores.enumerated() {
      try coordinator.addPersistentStore(
        ofType: store.type, configurationName: store.configuration,
        at: try kind.url(index, in: self.directory), options: nil)
    }
  }

  package func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// The same stores, opened by another coordinator after this one closed them.
  package func reopened(model: NSManagedObjectModel = GarageModel.make()) throws -> Stack {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    let other = try Stack(kind, model: model, directory: directory)
    ownsDirectory = false
    return other
  }

  private var ownsDirectory = true

  deinit {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
    guard ownsDirectory else { return }
    for index in kind.stores.indices {
      // Leftovers do no harm, and a deinitialiser has nobody to tell.
      try? ClientStores.removeRemote(kind.url(index, in: directory))
    }
    try? FileManager.default.removeItem(at: directory)
  }
}

extension NSManagedObjectContext {
  package func insert(_ name: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: name, into: self)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  package func all(_ name: String, _ format: String? = nil, sortedBy key: String? = nil) throws
    -> [NSManagedObject]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    if let format { request.predicate = NSPredicate(format: format) }
    if let key { request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)] }
    return try fetch(request)
  }
}

extension NSManagedObject {
  package func string(_ key: String) -> String? { value(forKey: key) as? String }

  package func objects(_ key: String) -> Set<NSManagedObject> {
    value(forKey: key) as? Set<NSManagedObject> ?? []
  }
}
