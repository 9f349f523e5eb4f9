// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && os(Linux)
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Metadata that are asked for as those of another type, from a file that SQLite has open.
struct StaticMetadataLockTests {
  /// The locks that this process has on a file, as the system describes its open descriptors.
  private static func locks(on url: URL) throws -> [String] {
    let files = FileManager.default
    let path = url.resolvingSymlinksInPath().path
    return try files.contentsOfDirectory(atPath: "/proc/self/fd").flatMap { number -> [String] in
      // Other tests close theirs meanwhile.
      let target = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      guard target == path else { return [] }
      return try String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)
        .split(separator: "\n").filter { $0.hasPrefix("lock:") }.map(String.init)
    }.sorted()
  }

  // R-PSC-486, 836
  @Test(arguments: [NSXMLStoreType, NSBinaryStoreType])
  func askingForAnotherTypeKeepsTheLocksOfAnOpenStore(_ type: String) throws {
    let place = try Workplace()
    let coordinator = try place.opened(NSSQLiteStoreType)
    try place.run(coordinator) { context in
      _ = context.insert("Note", ["text": "kept"])
      try context.save()
    }
    let before = try Self.locks(on: place.url())
    #expect(!before.isEmpty)
    let error = failure {
      _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: place.url())
    }
    #expect(error?.code == .persistentStoreTypeMismatch)
    #expect(try Self.locks(on: place.url()) == before)
    let count = try place.run(coordinator) { try $0.all("Note").count }
    #expect(count == 1)
  }
}
#endif
