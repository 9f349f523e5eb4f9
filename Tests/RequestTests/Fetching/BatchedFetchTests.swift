// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Results whose rows are loaded in batches, on every kind of stack.
struct BatchedFetchTests {
  // R-CTX-501, S-20
  @Test(arguments: StackKind.all)
  func touchingAnObjectRealisesItsBatchOnly(_ kind: StackKind) throws {
    let stack = try filled(kind, 10)
    try stack.run { context in
      for faults in [true, false] {
        context.reset()
        let request = request(4)
        request.returnsObjectsAsFaults = faults
        let notes = try context.fetch(request)
        #expect(notes.count == 10)
        #expect(notes.allSatisfy { $0.isFault })
        #expect(notes[5].value(forKey: "rank") as? Int == 4)
        let isFault = notes.map(\.isFault)
        #expect(isFault == (0..<10).map { !(4..<8).contains($0) })
        #expect(notes[9].value(forKey: "rank") as? Int == 0)
        #expect(notes.map(\.isFault) == (0..<10).map { $0 < 4 })
        #expect(notes.map { $0.value(forKey: "rank") as? Int } == (0..<10).reversed())
      }
    }
  }

  // R-CTX-501: results and order are those of an unbatched fetch
  @Test(arguments: StackKind.all)
  func theResultIsThatOfAnUnbatchedFetch(_ kind: StackKind) throws {
    let stack = try filled(kind, 50)
    try stack.run { context in
      for change in [
        { $0.predicate = NSPredicate(format: "rank > 10") }, { $0.fetchLimit = 7 },
        { ($0.fetchOffset, $0.fetchLimit) = (3, 20) }, { $0.sortDescriptors = nil },
        { $0.fetchBatchSize = 1 }, { $0.fetchBatchSize = 1000 },
      ] as [(NSFetchRequest<NSManagedObject>) -> Void] {
        let request = request(6)
        change(request)
        let batched = try context.fetch(request)
        request.fetchBatchSize = 0
        #expect(batched == (try context.fetch(request)))
        #expect(try context.count(for: request) == batched.count)
      }
    }
  }

  // R-CTX-502
  @Test(arguments: StackKind.all)
  func pendingChangesAreInTheResult(_ kind: StackKind) throws {
    let stack = try filled(kind, 6)
    try stack.run { context in
      let notes = try context.fetch(request(2))
      context.delete(notes[0])
      notes[3].setValue(100, forKey: "rank")
      _ = context.insert("Note", ["rank": 50])
      let found = try context.fetch(request(2))
      #expect(found.map { $0.value(forKey: "rank") as? Int } == [100, 50, 4, 3, 1, 0])
    }
  }

  // R-CTX-501: a batch is loaded once, and what was realised stays as it is
  @Test(arguments: StackKind.all)
  func realisedObjectsKeepTheirValues(_ kind: StackKind) throws {
    let stack = try filled(kind, 4)
    try stack.run { context in
      let all = try context.fetch(request(0))
      #expect(all[1].value(forKey: "rank") as? Int == 2)
      try stack.run { other in
        for note in try other.all("Note") { note.setValue("new", forKey: "text") }
        try other.save()
      }
      let notes = try context.fetch(request(4))
      #expect(notes[0].string("text") == "new")
      #expect(notes[1].string("text") == nil)
      #expect(notes.allSatisfy { !$0.isFault })
      context.refresh(notes[2], mergeChanges: false)
      context.refresh(notes[3], mergeChanges: false)
      #expect(notes[2].string("text") == "new")
      #expect(notes[3].isFault)
    }
  }

  // R-CTX-501, R-CTX-243: objects that nobody holds are not loaded; the others are told once
  @Test(arguments: StackKind.all)
  func onlyLivingObjectsAreLoadedAndToldOnce(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      for index in 0..<6 { _ = try context.traced("\(index)") }
      try context.save()
    }
    try stack.run { context in
      let request = NSFetchRequest<TracedPerson>(entityName: "Person")
      request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
      request.fetchBatchSize = 3
      let people = Array(try context.fetch(request).dropFirst(1))
      #expect(people[0].string("firstName") == "1")
      #expect(people.map(\.isFault) == [false, false, true, true, true])
      #expect(context.registeredObjects.count == 5)
      #expect(people.map { $0.events.filter { $0 == "awakeFromFetch" }.count } == [1, 1, 0, 0, 0])
    }
  }

  private func request(_ size: Int) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
    request.fetchBatchSize = size
    return request
  }

  private func filled(_ kind: StackKind, _ count: Int) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      for rank in 0..<count { _ = context.insert("Note", ["rank": rank]) }
      try context.save()
    }
    return stack
  }
}
