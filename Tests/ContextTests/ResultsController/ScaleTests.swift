// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// How much a controller compares, whatever the machine.
@Suite struct ScaleTests {
  /// Counts the comparisons of two objects.
  private final class Count {
    var comparisons = 0
  }

  private func list(
    _ context: NSManagedObjectContext, _ count: Count
  ) -> NSFetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [
      NSSortDescriptor(key: "age", ascending: true) { a, b in
        count.comparisons += 1
        guard let a = a as? NSNumber, let b = b as? NSNumber else { return .orderedSame }
        return a.compare(b)
      }
    ]
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
  }

  @Test func anEventComparesWhatHasChangedOnly() throws {
    let context = try Stack(StackKind.singles[0]).held()
    try context.performAndWait {
      let people = (0..<20_000).map { index in
        context.insert("Person", ["firstName": "p\(index)", "age": index % 30_000])
      }
      try context.save()
      let count = Count()
      let controller = list(context, count)
      let mirror = MirroredList()
      controller.delegate = mirror
      try controller.performFetch()
      mirror.copy(controller)
      count.comparisons = 0
      people[7].setValue(19_000, forKey: "age")
      context.processPendingChanges()
      #expect(count.comparisons <= 40)
      count.comparisons = 0
      for index in 0..<5_000 {
        people[index * 4].setValue((index * 7_919) % 20_000, forKey: "age")
      }
      context.processPendingChanges()
      // A sort of everything would take 20,000 · 14.
      #expect(count.comparisons <= 5_000 * 32)
      #expect(count.comparisons >= 5_000)
      #expect(mirror.batches.last?.count == 5_000)
      #expect(mirror.complaints == [])
    }
  }
}
