// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import Foundation
import Testing

/// A place where stores of a kind are, and coordinators over it.
final class ClientStack {
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case csv = "CSV"
    case http = "HTTP"

    var testDescription: String { rawValue }
  }

  let kind: Kind
  let url: URL
  let coordinator: NSPersistentStoreCoordinator
  let store: NSPersistentStore

  /// - Parameter url: where a store is already; nil for a new one.
  init(_ kind: Kind, at url: URL? = nil) throws {
    ClientStores.register()
    self.kind = kind
    self.url = try url ?? ClientStack.place(kind)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: ClientModel.make())
    store = try coordinator.addPersistentStore(
      ofType: kind.rawValue, configurationName: nil, at: self.url)
  }

  private static func place(_ kind: Kind) throws -> URL {
    switch kind {
    case .csv: ClientStores.freshCSV()
    case .http: try ClientStores.freshHTTP()
    }
  }

  /// The same store in another coordinator, as another program would have it.
  func other() throws -> ClientStack { try ClientStack(kind, at: url) }

  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Runs a block with a new context, inside the context's queue.
  @discardableResult
  func run<T>(_ block: (NSManagedObjectContext) throws -> T) throws -> T {
    let context = context()
    return try context.performAndWait { try block(context) }
  }

  /// The bytes of the file.
  func bytes() throws -> Data { try Data(contentsOf: url) }

  deinit {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }
}
