// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// How many members get another order key when an ordered relationship changes (R-REQ-138).
@Suite struct OrderKeyTests {
  /// A relationship of lists: its members' rows hold the order, or its pairs.
  static let names = ["items", "marks"]

  private static func model() -> NSManagedObjectModel {
    let list = SampleModels.entity("List", [])
    let item = SampleModels.entity("Item", [SampleModels.attribute("place", .integer32)])
    let items = SampleModels.relationship("items", to: item, many: true, ordered: true)
    let owner = SampleModels.relationship("list", to: list)
    let marks = SampleModels.relationship("marks", to: item, many: true, ordered: true)
    let marked = SampleModels.relationship("marked", to: list, many: true)
    SampleModels.connect(items, owner)
    SampleModels.connect(marks, marked)
    list.properties = [items, marks]
    item.properties = [owner, marked] + item.properties
    let model = NSManagedObjectModel()
    model.entities = [list, item]
    return model
  }

  /// A list in a store, with items in both relationships.
  private struct Made {
    let stack: Stack
    let context: NSManagedObjectContext
    let list: NSManagedObject
    let name: String

    init(_ kind: StackKind, _ name: String, count: Int) throws {
      stack = try Stack(kind, model: OrderKeyTests.model())
      let context = stack.context()
      self.context = context
      self.name = name
      list = try context.performAndWait {
        let list = context.insert("List")
        let items = (0..<count).map { context.insert("Item", ["place": $0]) }
        list.setValue(NSOrderedSet(array: items), forKey: name)
        try context.save()
        return list
      }
    }

    /// The members and their keys, in their order.
    func keys() throws -> [(number: Int64, order: Int64)] {
      let backend = stack.coordinator.backend(of: stack.coordinator.persistentStores[0])
      let schema = try stack.coordinator.managedObjectModel.compiledSchema()
      let number = Int64(list.objectID.uriRepresentation().lastPathComponent.dropFirst()) ?? 0
      let owner = ObjectKey(entity: schema.index("List"), number: number)
      let snapshot = try backend.beginRead()
      defer { snapshot.end() }
      let batch = try snapshot.related(
        schema.relationship("List", name), of: [owner], withRows: false)
      return zip(batch.keys, batch.orders).map { ($0.number, $1) }
    }

    /// Changes the relationship, saves, and returns how many members got another key, new ones
    /// among them. The order in the store is the one in memory.
    func rewritten(
      isFresh: Bool = false, _ change: (NSMutableOrderedSet, NSManagedObjectContext) -> Void
    ) throws -> Int {
      let before = Dictionary(uniqueKeysWithValues: try keys().map { ($0.number, $0.order) })
      try context.performAndWait {
        if isFresh { context.refreshAllObjects() }
        change(list.mutableOrderedSetValue(forKey: name), context)
        try context.save()
      }
      let after = try keys()
      let wanted = context.performAndWait {
        list.mutableOrderedSetValue(forKey: name).array.compactMap {
          ($0 as? NSManagedObject)?.objectID.uriRepresentation().lastPathComponent
        }
      }
      #expect(after.map { "p\($0.number)" } == wanted)
      return after.count { before[$0.number] != $0.order }
    }
  }

  @Test(arguments: StackKind.singles, names)
  func newMembersStandAStepApart(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 3)
    #expect(try made.keys().map(\.order) == [3072, 4096, 5120])
  }

  @Test(arguments: StackKind.singles, names)
  func removingTheFirstOfManyRewritesNone(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 2_000)
    #expect(try made.rewritten { set, _ in set.removeObject(at: 0) } == 0)
    #expect(try made.rewritten(isFresh: true) { set, _ in set.removeObject(at: 700) } == 0)
  }

  @Test(arguments: StackKind.singles, names)
  func insertingIntoTheMiddleRewritesOne(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 2_000)
    let inserted = try made.rewritten { set, context in
      set.insert(context.insert("Item"), at: 1_000)
    }
    #expect(inserted == 1)
    let again = try made.rewritten(isFresh: true) { set, context in
      set.insert(context.insert("Item"), at: 1_000)
    }
    #expect(again == 1)
  }

  @Test(arguments: StackKind.singles, names)
  func aMemberBetweenTwoGetsTheMidpoint(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 3)
    _ = try made.rewritten { set, context in set.insert(context.insert("Item"), at: 1) }
    _ = try made.rewritten { set, context in set.insert(context.insert("Item"), at: 0) }
    _ = try made.rewritten { set, context in set.add(context.insert("Item")) }
    #expect(try made.keys().map(\.order) == [2048, 3072, 3584, 4096, 5120, 6144])
  }

  @Test(arguments: StackKind.singles, names)
  func movingOneMemberRewritesOne(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 500)
    let toTheFront = try made.rewritten { set, _ in
      set.moveObjects(at: IndexSet(integer: 499), to: 0)
    }
    #expect(toTheFront == 1)
    let exchanged = try made.rewritten { set, _ in set.exchangeObject(at: 3, withObjectAt: 4) }
    #expect(exchanged == 1)
  }

  @Test(arguments: StackKind.singles, names)
  func deletingAMemberRewritesNone(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 500)
    let deleted = try made.rewritten { set, context in
      if let object = set[10] as? NSManagedObject { context.delete(object) }
    }
    #expect(deleted == 0)
  }

  @Test(arguments: StackKind.singles, names)
  func aGapThatIsFullIsMadeAnew(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 4)
    for _ in 0..<10 {
      let count = try made.rewritten { set, context in set.insert(context.insert("Item"), at: 1) }
      #expect(count == 1)
    }
    let full = try made.rewritten { set, context in set.insert(context.insert("Item"), at: 1) }
    #expect(full > 1)
    let after = try made.rewritten { set, context in set.insert(context.insert("Item"), at: 1) }
    #expect(after == 1)
  }

  @Test(arguments: StackKind.singles, names)
  func manyAtOnceShareAGap(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 10)
    let count = try made.rewritten { set, context in
      set.insert(
        (0..<100).map { _ in context.insert("Item") }, at: IndexSet(integersIn: 5..<105))
    }
    #expect(count == 100)
  }

  @Test(arguments: StackKind.singles, names)
  func turningTheOrderAroundKeepsOne(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 20)
    let count = try made.rewritten { set, _ in
      for place in 1..<20 { set.moveObjects(at: IndexSet(integer: place), to: 0) }
    }
    #expect(count == 19)
  }

  @Test(arguments: StackKind.singles, names)
  func whatIsTakenBackKeepsTheKeys(_ kind: StackKind, _ name: String) throws {
    let made = try Made(kind, name, count: 20)
    made.context.performAndWait {
      made.list.mutableOrderedSetValue(forKey: name).removeObject(at: 0)
      made.context.rollback()
    }
    #expect(try made.rewritten { set, context in set.insert(context.insert("Item"), at: 5) } == 1)
  }
}
