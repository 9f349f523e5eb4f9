// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Saves over several stores on disks that are full, or fail.
@Suite struct FullDiskTests {
  private static let sets = StackKind.all.filter {
    $0.stores.count > 1 && $0.stores.contains { $0.type == NSSQLiteStoreType }
  }

  private struct Scene {
    let stack: Stack
    let disk: FaultyDisk

    init(_ kind: StackKind) throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("stack-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      disk = FaultyDisk(folder)
      stack = try Stack(kind, directory: folder)
      try stack.run { context in
        Scene.insert("first", in: context)
        try context.save()
      }
    }

    static func insert(_ text: String, in context: NSManagedObjectContext) {
      // More than a page each.
      let long = text + String(repeating: "x", count: 9_000)
      _ = context.insert("Person", ["firstName": long])
      _ = context.insert("Note", ["text": long])
      _ = context.insert("Draft", ["text": long])
    }

    var counts: [Int] {
      get throws {
        try stack.run { context in
          try ["Person", "Note", "Draft"].map { try context.all($0).count }
        }
      }
    }
  }

  // R-PSC-901, R-PSC-928
  @Test(arguments: sets)
  func aFullDiskSplitsNoSave(_ kind: StackKind) throws {
    let scene = try Scene(kind)
    var saved = 1
    var hasFailed = true
    var number = 0
    while hasFailed, number < 100 {
      number += 1
      try scene.stack.run { context in
        Scene.insert("\(number)", in: context)
        hasFailed = try scene.disk.failing(.full(at: number)) {
          do {
            try context.save()
            saved += 1
          } catch let error as CocoaError {
            #expect(error.code == .fileWriteOutOfSpace, "write \(number): \(error)")
          }
        }
        let counts = try scene.counts
        #expect(counts == [saved, saved, saved], "write \(number)")
        guard context.hasChanges else { return }
        // Space has been made.
        try context.save()
        saved += 1
      }
      #expect(try scene.counts == [saved, saved, saved])
    }
    #expect(number > 2)
    #expect(!hasFailed)
  }

  // R-PSC-845
  @Test(arguments: sets)
  func aFaultThatIsOverLeavesTheStoresUsable(_ kind: StackKind) throws {
    let scene = try Scene(kind)
    for call in [FaultyDisk.Call.open, .read, .write, .sync] {
      for number in 1...5 {
        try scene.stack.run { context in
          Scene.insert("\(call) \(number)", in: context)
          let fault = FaultyDisk.Fault([call], at: number, code: 10 | (3 << 8))
          try scene.disk.failing(fault) {
            do { try context.save() } catch let error as CocoaError {
              #expect(error.code != .fileReadCorruptFile)
            }
          }
          if context.hasChanges { try context.save() }
        }
        #expect(Set(try scene.counts).count == 1, "\(call) \(number)")
      }
    }
  }
}
#endif
