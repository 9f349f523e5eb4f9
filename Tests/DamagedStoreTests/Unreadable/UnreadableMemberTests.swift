// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Deletions whose rules lead to objects that cannot be read just now.
@Suite struct UnreadableMemberTests {
  private static let kind = StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)])

  // R-CTX-409, R-PSC-845
  @Test(arguments: [1, 2])
  func aDeletionThatCannotFollowItsRulesIsNotSaved(_ people: Int) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let disk = FaultyDisk(folder)
    let stack = try Stack(Self.kind, directory: folder)
    try stack.run { context in
      for number in 0..<people {
        let person = context.insert("Person", ["firstName": "\(number)"])
        context.insert("Car", ["numberPlate": "\(number)"]).setValue(person, forKey: "owner")
      }
      try context.save()
    }
    let again = try stack.reopened()
    try again.run { context in
      for person in try context.all("Person") { context.delete(person) }
      let fault = FaultyDisk.Fault([.read], at: 1, isLasting: true, code: SQLITE_IOERR | (1 << 8))
      var code: CocoaError.Code?
      let hasFailed = try disk.failing(fault) {
        do { try context.save() } catch let error as CocoaError { code = error.code }
      }
      #expect(hasFailed)
      #expect(code != nil)
      #expect(code != .fileReadCorruptFile)
      try context.save()
      #expect(try context.all("Car").isEmpty)
      #expect(try context.all("Person").isEmpty)
    }
  }
}
#endif
