// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Relationships of more members than are looked at one by one, whose copies for clients and live sets
/// follow change by change.
@Suite struct LongRelationshipTests {
  private static func model() -> NSManagedObjectModel {
    let list = SampleModels.entity("List", [])
    let item = SampleModels.entity("Item", [SampleModels.attribute("place", .integer32)])
    let items = SampleModels.relationship("items", to: item, many: true, ordered: true)
    let list1 = SampleModels.relationship("list", to: list)
    let parts = SampleModels.relationship("parts", to: item, many: true)
    let whole = SampleModels.relationship("whole", to: list)
    let marks = SampleModels.relationship("marks", to: item, many: true, ordered: true)
    let marked = SampleModels.relationship("marked", to: list, many: true, ordered: true)
    SampleModels.connect(items, list1)
    SampleModels.connect(parts, whole)
    SampleModels.connect(marks, marked)
    list.properties = [items, parts, marks]
    item.properties = [list1, whole, marked] + item.properties
    let model = NSManagedObjectModel()
    model.entities = [list, item]
    return model
  }

  private func run(
    _ kind: StackKind, _ body: (NSManagedObjectContext) throws -> Void
  ) throws {
    try Stack(kind, model: LongRelationshipTests.model()).run(body)
  }

  private func items(_ count: Int, _ context: NSManagedObjectContext) -> [NSManagedObject] {
    (0..<count).map { context.insert("Item", ["place": $0]) }
  }

  // R-CTX-220: what clients are given is theirs.
  @Test(arguments: StackKind.singles)
  func copiesOfMembersAreTheClients(_ kind: StackKind) throws {
    try run(kind) { context in
      let list = context.insert("List")
      let items = items(100, context)
      list.setValue(Set(items), forKey: "parts")
      list.setValue(NSOrderedSet(array: items), forKey: "items")
      try context.save()
      let mine = try #require(list.value(forKey: "parts") as? NSMutableSet)
      let ours = try #require(list.value(forKey: "items") as? NSMutableOrderedSet)
      mine.remove(items[3])
      ours.exchangeObject(at: 0, withObjectAt: 99)
      ours.removeObject(at: 50)
      #expect(list.objects("parts") == Set(items))
      #expect((list.value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject] == items)
      #expect(!list.hasChanges)
      context.delete(items[7])
      context.processPendingChanges()
      #expect(list.objects("parts").count == 99)
      #expect(mine.count == 99)
      #expect(mine.contains(items[7]))
      context.rollback()
      #expect(list.objects("parts") == Set(items))
      #expect((list.value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject] == items)
    }
  }

  // R-CTX-219, 220, 376
  @Test(arguments: StackKind.singles, [1, 2, 3] as [UInt64])
  func setsFollowEveryChange(_ kind: StackKind, _ seed: UInt64) throws {
    try run(kind) { context in
      var dice = SplitMix64(seed: seed)
      let list = context.insert("List")
      var wanted = items(90, context)
      list.setValue(NSOrderedSet(array: wanted), forKey: "items")
      try context.save()
      var saved = wanted
      let live = list.mutableOrderedSetValue(forKey: "items")
      for step in 0..<120 {
        change(&wanted, live, of: list, &dice)
        let given = (list.value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject]
        #expect(given == wanted, "given, step \(step)")
        #expect(live.array as? [NSManagedObject] == wanted, "live, step \(step)")
        let place = Int.random(in: wanted.indices, using: &dice)
        #expect(live.index(of: wanted[place]) == place)
        if dice.oneIn(10) {
          try context.save()
          saved = wanted
        } else if dice.oneIn(15) {
          context.rollback()
          wanted = saved
        } else if dice.oneIn(15) {
          context.refresh(list, mergeChanges: true)
        }
      }
      try context.save()
      context.reset()
      let stored = try context.only("List").mutableOrderedSetValue(forKey: "items").array
      #expect(
        stored.compactMap { ($0 as? NSManagedObject)?.objectID } == wanted.map(\.objectID))
    }
  }

  /// One change of the relationship, from either side, and of the list that it is to be.
  private func change(
    _ wanted: inout [NSManagedObject], _ live: NSMutableOrderedSet, of list: NSManagedObject,
    _ dice: inout SplitMix64
  ) {
    guard let context = list.managedObjectContext else { return }
    let place = Int.random(in: wanted.indices, using: &dice)
    let other = Int.random(in: wanted.indices, using: &dice)
    switch Int.random(in: 0..<9, using: &dice) {
    case 0, 1:
      let new = context.insert("Item")
      live.insert(new, at: place)
      wanted.insert(new, at: place)
    case 2:
      let new = context.insert("Item")
      live.add(new)
      wanted.append(new)
    case 3:
      live.removeObject(at: place)
      wanted.remove(at: place)
    case 4:
      wanted[place].setValue(nil, forKey: "list")
      wanted.remove(at: place)
    case 5:
      let new = context.insert("Item")
      new.setValue(list, forKey: "list")
      wanted.append(new)
    case 6:
      live.exchangeObject(at: place, withObjectAt: other)
      wanted.swapAt(place, other)
    case 7:
      let moved = wanted.remove(at: place)
      wanted.insert(moved, at: min(other, wanted.count))
      live.moveObjects(at: IndexSet(integer: place), to: min(other, wanted.count - 1))
    default:
      let gone = [place, other].map { wanted[$0] }
      live.removeObjects(in: gone)
      wanted.removeAll { gone.contains($0) }
    }
  }

  // R-REQ-137: pairs of which both ends have an order
  @Test(arguments: StackKind.singles)
  func bothEndsKeepTheirOrders(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: LongRelationshipTests.model())
    let places = Array((0..<80).reversed())
    try stack.run { context in
      let lists = [context.insert("List"), context.insert("List")]
      let items = items(80, context)
      for item in items.reversed() {
        item.mutableOrderedSetValue(forKey: "marked").add(lists[1])
        item.mutableOrderedSetValue(forKey: "marked").insert(lists[0], at: 0)
      }
      try context.save()
      items[0].mutableOrderedSetValue(forKey: "marked").exchangeObject(at: 0, withObjectAt: 1)
      try context.save()
    }
    try stack.run { context in
      for list in try context.all("List") {
        let marks = list.mutableOrderedSetValue(forKey: "marks").array as? [NSManagedObject]
        #expect(marks?.map { $0.value(forKey: "place") as? Int } == places)
      }
      let items = try context.all("Item", sortedBy: "place")
      let orders = items.map {
        $0.mutableOrderedSetValue(forKey: "marked").array as? [NSManagedObject]
      }
      #expect(orders[0]?.reversed() == orders[1])
      #expect(orders[1...].allSatisfy { $0 == orders[1] })
    }
  }
}
