// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Files that a tool migrates, which opens no stack on them.
@Suite struct FileMigrationTests {
  private static let former = "Item\n  n Int64\n  kids >> Kid.item\nKid\n  item > Item.kids"
  private static let present =
    "Item\n  n Int64\n  count Int64 derived kids.@count\n  kids >> Kid.item\nKid\n  item > Item.kids"

  // R-PSC-542
  @Test(arguments: MigratedStore.types)
  func derivedValuesAreThereForAReader(_ type: String) throws {
    let store = try MigratedStore(type)
    let (former, present) = (ModelText(Self.former).model(), ModelText(Self.present).model())
    try store.use(former) { context in
      let item = context.insert("Item", ["n": Int64(1)])
      for _ in 0..<3 { context.insert("Kid").setValue(item, forKey: "item") }
      try context.save()
    }
    try FileMigration(of: store.url, to: present, from: former).run()
    let options = [NSReadOnlyPersistentStoreOption: true]
    let count = try store.use(present, migrating: false, options: options) {
      try $0.only("Item").value(forKey: "count") as? Int
    }
    #expect(count == 3)
  }
}
