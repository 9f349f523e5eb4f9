// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Rows with versions that no store counts up to.
@Suite struct AbsurdVersionTests {
  // R-PSC-845
  @Test(arguments: ["9223372036854775807", "1e300", "-9223372036854775808", "'text'", "x'01'"])
  func aRowOfAnAbsurdVersionCanBeChangedOrSaysWhyNot(_ version: String) throws {
    let kind = StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)])
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Note", ["text": "old"])
      try context.save()
    }
    let url = try kind.url(0, in: stack.directory)
    #expect(try RawFile.run("UPDATE ZNOTE SET Z_OPT = \(version)", at: url))
    for policy in [NSMergePolicy.error, NSMergePolicy.mergeByPropertyObjectTrump] {
      try stack.run { context in
        context.mergePolicy = policy
        let note = try #require(try context.all("Note").first)
        note.setValue("new", forKey: "text")
        do { try context.save() } catch let error as CocoaError {
          #expect(error.code == .managedObjectMerge)
        }
      }
    }
    let texts = try stack.run { try $0.all("Note").map { $0.string("text") } }
    #expect(texts == ["new"] || texts == ["old"])
  }

  /// Other software leaves none, or 0: the first version. Few rows are written one by one, many at once.
  // R-REQ-126
  @Test(arguments: ["NULL", "0"], [1, 20])
  func aRowWithoutAVersionIsOfTheFirst(_ version: String, _ count: Int) throws {
    let kind = StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)])
    let stack = try Stack(kind)
    try stack.run { context in
      for _ in 0..<count { _ = context.insert("Note", ["text": "old"]) }
      try context.save()
    }
    let url = try kind.url(0, in: stack.directory)
    #expect(try RawFile.run("UPDATE ZNOTE SET Z_OPT = \(version)", at: url))
    try stack.run { context in
      for note in try context.all("Note") { note.setValue("new", forKey: "text") }
      try context.save()
    }
    #expect(try stack.run { try $0.all("Note", "text == 'new'").count } == count)
    #expect(try RawFile.run("UPDATE ZNOTE SET Z_OPT = \(version)", at: url))
    try stack.run { context in
      for note in try context.all("Note") {
        _ = note.string("text")
        context.delete(note)
      }
      try context.save()
    }
    #expect(try stack.run { try $0.all("Note").isEmpty })
  }
}
#endif
