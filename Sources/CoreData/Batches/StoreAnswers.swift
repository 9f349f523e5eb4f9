// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// A request of a class of the client's own: it goes to client stores as it is (R-PSC-290, 814).
struct StoreAnswers {
  private let request: NSPersistentStoreRequest
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(_ request: NSPersistentStoreRequest, for context: NSManagedObjectContext) throws {
    self.request = request
    self.context = context
    coordinator = try context.coordinatorForRequest()
  }

  /// Returns the answer of each store asked, in add order.
  func all() throws -> [Any] {
    let listed = try coordinator.ordinals(of: request.affectedStores)
    return try answers(
      of: coordinator.persistentStores.filter { listed?.contains($0.ordinal) ?? true })
  }

  /// Returns the answers of some stores. All are asked; when one fails, its error is thrown, and the
  /// errors of several in one (R-PSC-264).
  func answers(of stores: [NSPersistentStore]) throws -> [Any] {
    var answers: [Any] = []
    var failures: [(store: NSPersistentStore, error: any Error)] = []
    for store in stores {
      do {
        answers.append(try coordinator.answer(request, of: store, for: context))
      } catch {
        failures.append((store, error))
      }
    }
    if failures.count > 1 { throw StoreAnswers.combined(failures) }
    if let failure = failures.first { throw failure.error }
    return answers
  }

  /// Returns the result that a store gave; an empty one when all gave something else, which the
  /// coordinator's `execute(_:with:)` hands out.
  func result() throws -> NSPersistentStoreResult {
    let answers = try all()
    return answers.lazy.compactMap { $0 as? NSPersistentStoreResult }.first
      ?? NSPersistentStoreResult()
  }

  private static func combined(
    _ failures: [(store: NSPersistentStore, error: any Error)]
  ) -> CocoaError {
    let codes = Set(failures.map { ($0.error as? CocoaError)?.code ?? .persistentStoreOperation })
    return CocoaError.make(
      codes.count == 1 ? codes.first ?? .persistentStoreOperation : .persistentStoreOperation,
      reason: "\(failures.count) stores failed to execute a request.",
      userInfo: [
        NSAffectedStoresErrorKey: failures.map(\.store),
        NSDetailedErrorsKey: failures.map(\.error),
      ])
  }
}

extension NSPersistentStoreCoordinator {
  /// Returns a client store's answer to a request; throws 134091 for a store of the library
  /// (R-PSC-293).
  final func answer(
    _ request: NSPersistentStoreRequest, of store: NSPersistentStore,
    for context: NSManagedObjectContext
  ) throws -> Any {
    guard let backend = store.backend as? any RequestAnswering else {
      throw NSPersistentStoreCoordinator.unsupported(request, by: [store])
    }
    do {
      return try router.calling(store.ordinal) {
        try context.reading { try backend.answer(request, for: context) }
      }
    } catch let error as StoreError {
      throw ErrorTranslation.cocoaError(error, url: store.url, engine: store.mount?.engine)
    } catch let error as RoutingError {
      throw ErrorTranslation.cocoaError(error, coordinator: self, objects: [])
    }
  }

  /// Returns the error of stores that do not know a kind of request.
  final class func unsupported(
    _ request: NSPersistentStoreRequest, by stores: [NSPersistentStore]
  ) -> CocoaError {
    let names = stores.map { $0.url?.path ?? $0.type }.joined(separator: ", ")
    return CocoaError.make(
      .persistentStoreUnsupportedRequestType,
      reason: "The store \(names) cannot execute a \(Swift.type(of: request)).",
      userInfo: [NSAffectedStoresErrorKey: stores])
  }
}
