// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreInterface
import StoreMemory
import Testing

/// What values promise is looked at after each change of a debug build: broken values are found.
@Suite struct InvariantTests {
  private func key(_ number: Int64) -> ObjectKey { ObjectKey(entity: 3, number: number, store: 1) }

  private func pointer(_ number: Int) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: 16 * number)
  }

  // MARK: - Identity table

  @Test func anIdentityTableKeepsItsPromisesAsItGrowsAndShrinks() throws {
    var table = IdentityTable()
    for number in 1...5_000 { table.insert(key(Int64(7 * number)), try #require(pointer(number))) }
    #expect(table.violation == nil)
    for number in 1...5_000 where number % 3 != 0 {
      table.remove(key(Int64(7 * number)), try #require(pointer(number)))
    }
    #expect(table.violation == nil)
    #expect(table.count == 5_000 / 3)
  }

  @Test func aPageOfAnIdentityTableThatCountsWronglyIsFound() throws {
    var table = IdentityTable()
    table.insert(key(1), try #require(pointer(1)))
    let page = table.recent
    page.count = 2
    #expect(table.violation == "A page of the identity table counts 2 objects and has 1.")
    page.count = 1
    #expect(table.violation == nil)
  }

  // MARK: - To-many values

  private func objects(_ count: Int) -> [NSManagedObject] {
    let entity = NSEntityDescription()
    entity.name = "Item"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    _ = NSPersistentStoreCoordinator(managedObjectModel: model)
    return (0..<count).map { _ in NSManagedObject(entity: entity, insertInto: nil) }
  }

  @Test func aToManyValueKeepsItsPromises() {
    let objects = objects(4)
    let value = ToManyValue(isFault: true, isOrdered: true)
    value.add(objects[3])
    value.remove(objects[0])
    value.fulfil([objects[0], objects[1]])
    #expect(value.violation == nil)
    value.remove(objects[3])
    value.add(objects[0])
    #expect(value.violation == nil)
  }

  #if DEBUG
  @Test func aMemberThatIsAddedTwiceStopsADebugBuild() async {
    await #expect(processExitsWith: .failure) {
      let model = NSManagedObjectModel()
      let entity = NSEntityDescription()
      entity.name = "Item"
      model.entities = [entity]
      _ = NSPersistentStoreCoordinator(managedObjectModel: model)
      let object = NSManagedObject(entity: entity, insertInto: nil)
      let value = ToManyValue(isFault: false, isOrdered: false)
      value.add(object)
      value.add(object)
    }
  }

  @Test func aSlotThatARowDoesNotHaveStopsADebugBuild() async {
    await #expect(processExitsWith: .failure) {
      let assembler = RowAssembler()
      assembler.begin(entity: 0, slotCount: 2, version: 1)
      assembler.setInteger(1, 2)
    }
  }

  @Test func aRowThatWasNeverBegunStopsADebugBuild() async {
    await #expect(processExitsWith: .failure) { _ = RowAssembler().finish() }
  }
  #endif

  // MARK: - Ordered sets

  @Test func aMirrorThatDiffersFromItsMembersIsFound() {
    let (first, second) = (NSObject(), NSObject())
    #expect(OrderedMirror.violation(of: [first, second], against: [first, second]) == nil)
    #expect(OrderedMirror.violation(of: [first], against: [first, second]) != nil)
    #expect(OrderedMirror.violation(of: [second, first], against: [first, second]) != nil)
  }

  // MARK: - Rows

  @Test func anAssemblerKeepsItsPromises() {
    let assembler = RowAssembler(chunkCapacity: 64)
    for round in 0..<20 {
      assembler.begin(entity: 0, slotCount: 2, version: 1)
      assembler.setString(String(repeating: "x", count: 3 * round), 0)
      _ = assembler.finish()
      #expect(assembler.violation == nil)
    }
    #expect(RowAssembler().violation == "A row of 0 bytes has no room for its header.")
  }

  // MARK: - Paged arrays

  @Test func aNumberBeyondThePagesThatBelongsInAPageIsFound() {
    var array = PagedArray(empty: 0)
    array.set(1, at: 5)
    array.set(2, at: .max)
    array.set(3, at: -1)
    #expect(array.violation == nil)
    #expect(array[.max] == 2)
    array.root.far[6] = 4
    #expect(
      array.violation
        == "A paged array has the number 6, which belongs in a page, beyond the pages."
    )
  }
}
