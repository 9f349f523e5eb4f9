// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Files of values that are missing, or that nobody needs, as a check of the store finds them.
@Suite struct VerifyExternalFileTests {
  private func issues(_ gallery: Gallery, repair: Bool = false) async throws -> [IntegrityIssue] {
    let store = try #require(gallery.coordinator.persistentStores.first)
    return try await gallery.coordinator.verify(store, repair: repair)
  }

  // R-PSC-951
  @Test func aFileThatARowNamesAndIsNotThereIsFound() async throws {
    let gallery = try Gallery()
    try gallery.fill([1, 2])
    let name = try #require(gallery.files.first)
    try FileManager.default.removeItem(at: gallery.folder.appendingPathComponent(name))
    let found = try await issues(gallery, repair: true)
    #expect(found.map(\.kind) == [.missingFile])
    #expect(found.first?.message.contains(name) == true)
    #expect(found.first?.isRepaired == false)
  }

  // R-PSC-951
  @Test func aFileThatNoRowNamesIsRemoved() async throws {
    let gallery = try Gallery()
    try gallery.fill([1, 2])
    let named = gallery.files
    let stray = gallery.folder.appendingPathComponent(UUID().uuidString)
    try Data([1, 2, 3]).write(to: stray)
    let found = try await issues(gallery)
    #expect(found.map(\.kind) == [.unusedFile])
    #expect(gallery.files.count == 3)
    let repaired = try await issues(gallery, repair: true)
    #expect(repaired.map(\.isRepaired) == [true])
    #expect(gallery.files == named)
    let left = try await issues(gallery)
    #expect(left == [])
  }

  // R-PSC-951: it may be the other's
  @Test func aFileInASharedFolderIsLeftAlone() async throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    try Data().write(to: gallery.place.url("Lib.other"))
    let stray = gallery.folder.appendingPathComponent(UUID().uuidString)
    try Data([1, 2, 3]).write(to: stray)
    let found = try await issues(gallery, repair: true)
    #expect(found == [])
    #expect(gallery.files.count == 2)
  }
}
#endif
