// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// `execute(_:)`: requests that are not for the context but for the stores (R-CTX-540).
enum RequestExecution {
  static func run(
    _ request: NSPersistentStoreRequest, in context: NSManagedObjectContext
  ) throws -> NSPersistentStoreResult {
    ConcurrencyCheck.require(context, "execute(_:)")
    if request.fetchSpecification != nil || request is NSSaveChangesRequest {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "execute(_:) does not take a \(type(of: request)). Use fetch(_:) to fetch and "
          + "save() to save.")
    }
    return try request.run(in: context) ?? StoreAnswers(request, for: context).result()
  }
}
