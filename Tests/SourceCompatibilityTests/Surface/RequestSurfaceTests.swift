// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Asynchronous fetches and query generations under Apple's names.
@Suite struct RequestSurfaceTests {
  private let container = ShoppingContainer()

  // R-CTX-061
  @Test func membersOfAnAsynchronousFetch() async throws {
    let context = container.newBackgroundContext()
    let name: String? = try await withCheckedThrowingContinuation { continuation in
      context.perform {
        do {
          _ = ShoppingItem(name: "Milk", in: context)
          try context.save()
          let request: NSFetchRequest<ShoppingItem> = ShoppingItem.fetchRequest()
          let fetch = NSAsynchronousFetchRequest(fetchRequest: request) { result in
            let items: [ShoppingItem]? = result.finalResult
            continuation.resume(returning: items?.first?.name)
          }
          fetch.estimatedResultCount = 1
          let block: ((NSAsynchronousFetchResult<ShoppingItem>) -> Void)? = fetch.completionBlock
          #expect(block != nil)
          #expect(fetch.fetchRequest === request)
          let result = try context.execute(fetch) as? NSPersistentStoreAsynchronousResult
          let owner: NSManagedObjectContext? = result?.managedObjectContext
          let error: (any Error)? = result?.operationError
          let progress: Progress? = result?.progress
          #expect(owner === context)
          #expect(error == nil)
          #expect(progress == nil)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    #expect(name == "Milk")
    let plain = NSAsynchronousFetchRequest<ShoppingItem>(
      fetchRequest: NSFetchRequest(entityName: "ShoppingItem"))
    #expect(plain.completionBlock == nil)
  }

  // R-CTX-042, R-CTX-062
  @Test func membersOfAQueryGeneration() throws {
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let none: NSQueryGenerationToken? = context.queryGenerationToken
      #expect(none == nil)
      let current: NSQueryGenerationToken = .current
      let token: any NSObject & NSCopying & NSSecureCoding & Sendable = current
      #expect(token.copy(with: nil) as AnyObject === current)
      #expect(NSQueryGenerationToken.supportsSecureCoding)
      try context.setQueryGenerationFrom(current)
      try context.setQueryGenerationFrom(nil)
      #expect(context.queryGenerationToken == nil)
    }
  }
}
