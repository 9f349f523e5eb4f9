// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Fetches that do not block the context, on every kind of stack.
struct AsynchronousFetchTests {
  // R-CTX-542, R-CTX-061, R-PSC-812
  @Test(arguments: StackKind.all)
  func resultsComeLaterOnTheContextsQueue(_ kind: StackKind) async throws {
    let stack = try filled(kind)
    let context = stack.context()
    let outcome = await withCheckedContinuation { continuation in
      context.performAndWait {
        var wasDoneAtOnce = true
        let request = NSAsynchronousFetchRequest(fetchRequest: people()) { result in
          let names = result.finalResult?.compactMap { $0.string("firstName") }
          let isSame = result.finalResult?.first?.managedObjectContext === context
          // Only a block of the context lets a request find it.
          let count = try? NSFetchRequest<NSManagedObject>(entityName: "Person").execute().count
          continuation.resume(
            returning: Outcome(
              names: names, error: result.operationError, isSame: isSame && count == 3))
        }
        do {
          let result = try context.execute(request)
          let typed = result as? NSAsynchronousFetchResult<NSManagedObject>
          wasDoneAtOnce = typed == nil || typed?.finalResult != nil
          #expect(typed?.managedObjectContext === context)
          #expect(typed?.fetchRequest === request)
          #expect(typed?.progress == nil)
        } catch {
          Issue.record(error)
        }
        #expect(!wasDoneAtOnce)
      }
    }
    #expect(outcome.names == ["Ada", "Bob", "Cy"])
    #expect(outcome.error == nil)
    #expect(outcome.isSame)
  }

  // R-CTX-545: what is pending when the results are registered counts
  @Test(arguments: StackKind.all)
  func pendingChangesCountWhenTheResultsArrive(_ kind: StackKind) async throws {
    let stack = try filled(kind)
    let context = stack.context()
    let outcome = await withCheckedContinuation { continuation in
      context.performAndWait {
        let request = NSAsynchronousFetchRequest(fetchRequest: people()) { result in
          continuation.resume(
            returning: Outcome(
              names: result.finalResult?.compactMap { $0.string("firstName") },
              error: result.operationError, isSame: true))
        }
        do {
          try context.execute(request)
          for person in try context.all("Person", "firstName = 'Bob'") { context.delete(person) }
          _ = context.insert("Person", ["firstName": "Abe"])
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(outcome.names == ["Abe", "Ada", "Cy"])
  }

  // R-CTX-542: a save between the reading and the arrival
  @Test(arguments: StackKind.all)
  func whatIsSavedMeanwhileIsInTheResults(_ kind: StackKind) async throws {
    let stack = try filled(kind)
    let context = stack.context()
    let outcome = await withCheckedContinuation { continuation in
      context.performAndWait {
        let request = NSAsynchronousFetchRequest(fetchRequest: people()) { result in
          continuation.resume(
            returning: Outcome(
              names: result.finalResult?.compactMap { $0.string("firstName") },
              error: result.operationError, isSame: true))
        }
        do {
          try context.execute(request)
          Thread.sleep(forTimeInterval: 0.05)
          _ = context.insert("Person", ["firstName": "Dan"])
          try context.save()
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(outcome.names == ["Ada", "Bob", "Cy", "Dan"])
  }

  // R-CTX-544
  @Test(arguments: StackKind.singles)
  func aCancelledFetchHasAnEmptyResultAndNoError(_ kind: StackKind) async throws {
    let stack = try filled(kind)
    let context = stack.context()
    for cancelsProgress in [false, true] {
      let outcome = await withCheckedContinuation { continuation in
        context.performAndWait {
          let request = NSAsynchronousFetchRequest(fetchRequest: people()) { result in
            continuation.resume(
              returning: Outcome(
                names: result.finalResult?.map { _ in "" }, error: result.operationError,
                isSame: true))
          }
          let parent = Progress(totalUnitCount: 1)
          parent.becomeCurrent(withPendingUnitCount: 1)
          let result =
            try? context.execute(request) as? NSAsynchronousFetchResult<NSManagedObject>
          parent.resignCurrent()
          // Time for the stores to answer: objects are made only when this block has left the queue.
          Thread.sleep(forTimeInterval: 0.02)
          if cancelsProgress { parent.cancel() } else { result?.cancel() }
        }
      }
      #expect(outcome.names == [])
      #expect(outcome.error == nil)
    }
  }

  // R-CTX-544
  @Test(arguments: StackKind.singles)
  func theProgressIsAChildOfTheCurrentOne(_ kind: StackKind) async throws {
    let stack = try filled(kind)
    let context = stack.context()
    let parent = Progress(totalUnitCount: 1)
    let total = await withCheckedContinuation { continuation in
      context.performAndWait {
        let request = NSAsynchronousFetchRequest(fetchRequest: people()) { result in
          continuation.resume(returning: result.progress?.totalUnitCount)
        }
        request.estimatedResultCount = 30
        parent.becomeCurrent(withPendingUnitCount: 1)
        _ = try? context.execute(request)
        parent.resignCurrent()
      }
    }
    #expect(total == 30)
    #expect(parent.isFinished)
  }

  // R-CTX-542: other forms of results
  @Test(arguments: StackKind.all)
  func otherResultTypesWorkToo(_ kind: StackKind) async throws {
    let stack = try filled(kind)
    let context = stack.context()
    let ids: Int? = await withCheckedContinuation { continuation in
      context.performAndWait {
        let fetch = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
        fetch.resultType = .managedObjectIDResultType
        let request = NSAsynchronousFetchRequest(fetchRequest: fetch) { result in
          continuation.resume(returning: result.finalResult?.count)
        }
        _ = try? context.execute(request)
      }
    }
    #expect(ids == 3)
    let rows: [String]? = await withCheckedContinuation { continuation in
      context.performAndWait {
        let fetch = NSFetchRequest<NSDictionary>(entityName: "Person")
        fetch.resultType = .dictionaryResultType
        fetch.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
        let request = NSAsynchronousFetchRequest(fetchRequest: fetch) { result in
          continuation.resume(
            returning: result.finalResult?.compactMap { $0["firstName"] as? String })
        }
        _ = try? context.execute(request)
      }
    }
    #expect(rows == ["Ada", "Bob", "Cy"])
  }

  // R-CTX-543, R-CTX-540, R-CTX-541
  @Test(arguments: StackKind.singles)
  func requestsThatDoNotBelongHereAreRefused(_ kind: StackKind) throws {
    let stack = try filled(kind)
    let confined = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    confined.persistentStoreCoordinator = stack.coordinator
    #expect(throws: CocoaError.self) {
      try confined.execute(NSAsynchronousFetchRequest(fetchRequest: people()))
    }
    try stack.run { context throws in
      let saving = NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil)
      for request in [people(), saving] {
        let error = #expect(throws: CocoaError.self) { try context.execute(request) }
        #expect(error?.userInfo["NSExceptionName"] as? String == "NSInvalidArgumentException")
      }
      let error = #expect(throws: CocoaError.self) { try context.execute(UnknownRequest()) }
      #expect(error?.code == .persistentStoreUnsupportedRequestType)
      #expect(error?.code.rawValue == 134091)
    }
  }

  // R-CTX-478
  @Test(arguments: StackKind.all)
  func aRequestIsExecutedInTheContextWhoseBlockRuns(_ kind: StackKind) throws {
    let stack = try filled(kind)
    let (outer, inner) = (stack.context(), stack.context())
    #expect(throws: CocoaError.self) { try people().execute() }
    try outer.performAndWait {
      let first = try people().execute()
      try inner.performAndWait {
        #expect(try people().execute().allSatisfy { $0.managedObjectContext === inner })
        try outer.performAndWait {
          let again = try people().execute()
          #expect(again == first)
        }
        #expect(try people().execute()[0].managedObjectContext === inner)
      }
      #expect(first.allSatisfy { $0.managedObjectContext === outer })
      #expect(try people().execute() == first)
    }
    #expect(throws: CocoaError.self) { try people().execute() }
  }

  private struct Outcome: Sendable {
    let names: [String]?
    let error: (any Error)?
    let isSame: Bool
  }

  private final class UnknownRequest: NSPersistentStoreRequest {
    override var requestType: NSPersistentStoreRequestType { .fetchRequestType }
  }

  private func people() -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
    return request
  }

  private func filled(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      for name in ["Cy", "Ada", "Bob"] { _ = context.insert("Person", ["firstName": name]) }
      try context.save()
    }
    return stack
  }
}
