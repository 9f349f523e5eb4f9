// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The order of ordered relationships, however they are changed, and primitive writes of members.
@Suite struct OrderedRelationshipTests {
  // R-CTX-219, R-CTX-383
  @Test func everyBulkMethodOfTheOrderedSetReachesTheRelationship() throws {
    try items { o, n, set in
      set.addObjects(from: n)
      set.add(n[0])
      set.insert(n[1], at: 4)
      #expect(o.labels("items") == ["a", "b", "c", "d"])
      set.exchangeObject(at: 0, withObjectAt: 3)
      #expect(o.labels("items") == ["d", "b", "c", "a"])
      set.moveObjects(at: [3], to: 0)
      #expect(o.labels("items") == ["a", "d", "b", "c"])
      set.removeObjects(at: [0, 2])
      #expect(o.labels("items") == ["d", "c"])
      #expect(n[0].value(forKey: "list") == nil)
      set.insert([n[0], n[1]], at: [0, 3])
      #expect(o.labels("items") == ["a", "d", "c", "b"])
      set.sort(comparator: descending)
      #expect(o.labels("items") == ["d", "c", "b", "a"])
      set.sortRange(NSRange(location: 1, length: 3)) { descending($1, $0) }
      #expect(o.labels("items") == ["d", "a", "b", "c"])
      set.sort(using: [NSSortDescriptor(key: "label", ascending: true)])
      #expect(o.labels("items") == ["a", "b", "c", "d"])
      set.replaceObjects(at: [0, 1], with: [n[1], n[0]])
      #expect(o.labels("items") == ["b", "a", "c", "d"])
      set.removeObjects(in: NSRange(location: 0, length: 2))
      #expect(o.labels("items") == ["c", "d"])
      var new: [AnyObject] = [n[0], n[1]]
      set.replaceObjects(in: NSRange(location: 0, length: 1), with: &new, count: 2)
      #expect(o.labels("items") == ["a", "b", "d"])
      set.add(&new, count: 2)
      set.setObject(n[2], at: 3)
      #expect(o.labels("items") == ["a", "b", "d", "c"])
      set.removeAllObjects()
      #expect(o.labels("items").isEmpty)
    }
  }

  // R-CTX-219
  @Test func setAlgebraOfTheOrderedSetReachesTheRelationship() throws {
    try items { o, n, set in
      set.union(NSOrderedSet(array: [n[2], n[0]]))
      set.unionSet([n[0], n[1]])
      #expect(o.labels("items") == ["c", "a", "b"])
      set.minus(NSOrderedSet(array: [n[0], n[3]]))
      #expect(o.labels("items") == ["c", "b"])
      set.intersect(NSOrderedSet(array: [n[1]]))
      #expect(o.labels("items") == ["b"])
      set.addObjects(from: n)
      set.intersectSet([n[0], n[1], n[2]])
      set.minusSet([n[1]])
      #expect(o.labels("items") == ["a", "c"])
      set.filter(using: NSPredicate { object, _ in object as AnyObject === n[2] })
      #expect(o.labels("items") == ["c"])
      #expect(n[0].value(forKey: "list") == nil)
    }
  }

  // R-CTX-219
  @Test func everyReaderOfTheOrderedSetFollowsTheRelationship() throws {
    try items { o, n, set in
      #expect(set.firstObject == nil)
      #expect(set.array.isEmpty)
      n[1].setValue(o, forKey: "list")
      n[0].setValue(o, forKey: "list")
      #expect(set.firstObject as? NSManagedObject === n[1])
      #expect(set.lastObject as? NSManagedObject === n[0])
      o.setValue([n[0], n[1], n[2]], forKey: "items")
      #expect(labels(set) == ["a", "b", "c"])
      #expect(labels(set.array) == ["a", "b", "c"])
      #expect(Set(labels(set.set)) == ["a", "b", "c"])
      #expect(labels(set.reversed) == ["c", "b", "a"])
      #expect(labels(set.reverseObjectEnumerator()) == ["c", "b", "a"])
      #expect(set.contains(n[2]))
      #expect(!set.contains(n[3]))
      #expect(set.index(of: n[1]) == 1)
      #expect(labels(set.objects(at: [0, 2])) == ["a", "c"])
      #expect(labels(set.sortedArray(comparator: descending)) == ["c", "b", "a"])
      #expect(set.isEqual(to: NSOrderedSet(array: Array(n[...2]))))
      #expect(set.isSubset(of: Set(n)))
      #expect(set.intersectsSet([n[2]]))
      #expect(set.index(ofObjectPassingTest: { object, _, _ in object as AnyObject === n[2] }) == 2)
      var seen: [Any] = []
      set.enumerateObjects { object, _, _ in seen.append(object) }
      set.enumerateObjects(options: .reverse) { object, _, _ in seen.append(object) }
      #expect(labels(seen) == ["a", "b", "c", "c", "b", "a"])
      let copy = set.copy() as? NSOrderedSet
      let other = o.mutableOrderedSetValue(forKey: "items")
      other.remove(n[0])
      #expect(copy?.count == 3)
      #expect(labels(set.array) == ["b", "c"])
      #expect(labels(set) == ["b", "c"])
      #expect(set.count == 2)
      #expect(labels(set) == ["b", "c"])
      #expect(set.description.isEmpty == false)
    }
  }

  // R-CTX-219
  @Test func everyReaderOfTheSetFollowsTheRelationship() throws {
    try nodes { o, n in
      let set = o.mutableSetValue(forKey: "peers")
      #expect(set.anyObject() == nil)
      o.setValue(Set(n), forKey: "peers")
      set.filter(using: NSPredicate { object, _ in object as AnyObject !== n[3] })
      #expect(o.objects("peers") == Set(n[...2]))
      #expect(set.allObjects.count == 3)
      #expect(set.contains(n[0]))
      #expect(set.intersects([n[0]]))
      #expect(set.isSubset(of: Set(n)))
      #expect(set.isEqual(to: Set(n[...2])))
      #expect(set.isEqual(NSSet(array: Array(n[...2]))))
      #expect(set.isEqual(o.mutableSetValue(forKey: "peers")))
      #expect(set.anyObject() != nil)
      #expect(NSSet(array: Array(n[...2])).isEqual(set))
      #expect(set.adding(n[3]) == Set(n))
      #expect(!set.description.isEmpty)
      #expect(set.objects(passingTest: { _, _ in true }).count == 3)
      #expect(set.sortedArray(using: [NSSortDescriptor(key: "label", ascending: false)]).count == 3)
    }
  }

  // R-CTX-383
  @Test(arguments: StackKind.everyStore)
  func anOrderedRelationshipNeverTakesAnObjectTwice(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let o = context.insert("Node", ["label": "o"])
      let n = ["a", "b", "c"].map { context.insert("Node", ["label": $0]) }
      o.setValue(NSOrderedSet(array: n), forKey: "items")
      o.mutableOrderedSetValue(forKey: "items").replaceObject(at: 0, with: n[2])
      #expect(o.labels("items") == ["c", "b"])
      o.setValue([n[0], n[0], n[1]], forKey: "items")
      #expect(o.labels("items") == ["a", "b"])
      try context.save()
    }
    let stored = try stack.run { try $0.node("o").labels("items") }
    #expect(stored == ["a", "b"])
  }

  // R-CTX-383, R-CTX-378
  @Test(arguments: StackKind.everyStore)
  func aMemberThatLeavesAndComesBackGoesToTheEnd(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let o = context.insert("Node", ["label": "o"])
      o.setValue(["c", "d", "b"].map { context.insert("Node", ["label": $0]) }, forKey: "items")
      try context.save()
    }
    try stack.run { context in
      let o = try context.node("o")
      let (c, d) = try (context.node("c"), context.node("d"))
      for member in [d, c] {
        member.setValue(nil, forKey: "list")
        member.setValue(o, forKey: "list")
        if member === d { context.insert("Node", ["label": "e"]).setValue(o, forKey: "list") }
      }
      #expect(o.hasFault(forRelationshipNamed: "items"))
      #expect(o.labels("items") == ["b", "d", "e", "c"])
      try context.save()
    }
    let stored = try stack.run { try $0.node("o").labels("items") }
    #expect(stored == ["b", "d", "e", "c"])
  }

  // R-CTX-209
  @Test(arguments: StackKind.everyStore)
  func aPrimitiveToManyWriteBetweenNotesIsSavedWithItsInverse(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let n = ["a", "b", "c"].map { context.insert("Node", ["label": $0]) }
      n[0].setValue([n[1]], forKey: "items")
      try context.save()
    }
    try stack.run { context in
      let (a, b, c) = try (context.node("a"), context.node("b"), context.node("c"))
      write([b] as Set, "watches", of: a)
      write([c] as Set, "peers", of: a)
      write(NSOrderedSet(array: [c]), "items", of: a)
      #expect(b.value(forKey: "list") == nil)
      #expect(c.value(forKey: "list") as AnyObject === a)
      #expect(c.objects("peers") == [a])
      try context.save()
    }
    try stack.run { context in
      let (a, b, c) = try (context.node("a"), context.node("b"), context.node("c"))
      #expect(a.objects("watches") == [b])
      #expect(a.objects("peers") == [c])
      #expect(a.labels("items") == ["c"])
      #expect(b.value(forKey: "list") == nil)
    }
  }

  // R-CTX-051: as in accessors that programs write for ordered relationships
  @Test(arguments: StackKind.everyStore)
  func aPrimitiveChangeMayBeToldByIndexes(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let o = context.insert("Node", ["label": "o"])
      let n = ["a", "b"].map { context.insert("Node", ["label": $0]) }
      o.setValue([n[0]], forKey: "items")
      try context.save()
      o.willChange(.insertion, valuesAt: [0], forKey: "items")
      let items = NSMutableOrderedSet(orderedSet: o.mutableOrderedSetValue(forKey: "items"))
      items.insert(n[1], at: 0)
      o.setPrimitiveValue(items, forKey: "items")
      o.didChange(.insertion, valuesAt: [0], forKey: "items")
      #expect(n[1].value(forKey: "list") as? NSManagedObject == o)
      try context.save()
    }
    #expect(try stack.run { try $0.node("o").labels("items") } == ["b", "a"])
  }

  private func write(_ value: Any, _ key: String, of object: NSManagedObject) {
    object.willChangeValue(forKey: key)
    object.setPrimitiveValue(value, forKey: key)
    object.didChangeValue(forKey: key)
  }

  /// An owner without items, four nodes, and the owner's live ordered set.
  private func items(
    _ body: (NSManagedObject, [NSManagedObject], NSMutableOrderedSet) throws -> Void
  ) throws {
    try nodes { try body($0, $1, $0.mutableOrderedSetValue(forKey: "items")) }
  }

  private func nodes(_ body: (NSManagedObject, [NSManagedObject]) throws -> Void) throws {
    let stack = try Stack(StackKind.singles[0], model: RuleModel.make())
    try stack.run { context in
      let nodes = ["a", "b", "c", "d"].map { context.insert("Node", ["label": $0]) }
      try body(context.insert("Node", ["label": "o"]), nodes)
    }
  }

  private func labels(_ objects: any Sequence) -> [String] {
    objects.compactMap { ($0 as? NSManagedObject)?.string("label") }
  }

  private func descending(_ first: Any, _ second: Any) -> ComparisonResult {
    let labels = labels([first, second])
    return labels[1].compare(labels[0])
  }
}

extension NSManagedObject {
  fileprivate func labels(_ key: String) -> [String] {
    ((value(forKey: key) as? NSOrderedSet)?.array ?? []).compactMap {
      ($0 as? NSManagedObject)?.string("label")
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func node(_ label: String) throws -> NSManagedObject {
    try #require(try all("Node", "label == '\(label)'").first)
  }

  // Foundation's ordered sets keep a member of such an array twice in theirs.
  @Test(arguments: StackKind.all, [true, false])
  func aMemberThatIsListedTwiceCountsOnce(_ kind: StackKind, _ isPrimitive: Bool) throws {
    try Stack(kind).run { context in
      let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
      let club = context.insert("Club", ["title": "c"])
      let set = NSOrderedSet(array: [people[0], people[1], people[0]])
      if isPrimitive {
        club.setPrimitiveValue(set, forKey: "waiting")
      } else {
        club.setValue(set, forKey: "waiting")
      }
      #expect(club.mutableOrderedSetValue(forKey: "waiting").array as? [NSManagedObject] == people)
      try context.save()
    }
  }
}
