// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Files beside a database may be another database's: they are left alone.
@Suite struct SharedFolderTests {
  // R-REQ-172
  @Test func aDatabaseOfTheSameStemKeepsItsFiles() throws {
    let first = try Gallery()
    try first.fill([1])
    for _ in 0..<2 {
      let second = try Gallery(first.place, "Lib.db")
      try second.run { context in
        _ = context.insert("Picture", ["name": "own", "data": Gallery.content(2)])
        try context.save()
        for picture in try context.all("Picture") { context.delete(picture) }
        try context.save()
      }
      try second.close()
    }
    #expect(first.files.count == 1)
    #expect(try first.reopened().data("1") == Gallery.content(1))
  }

  // R-REQ-172
  @Test func openingACopyRemovesNothing() throws {
    let gallery = try Gallery()
    try gallery.fill([1, 2])
    try gallery.close()
    try FileManager.default.copyItem(
      at: gallery.place.url("Lib.sqlite"), to: gallery.place.url("Lib.backup"))
    let original = try Gallery(gallery.place)
    try original.fill([3])
    try original.close()
    let backup = try Gallery(gallery.place, "Lib.backup")
    #expect(try backup.data("2") == Gallery.content(2))
    try backup.close()
    #expect(backup.files.count == 3)
    #expect(try Gallery(gallery.place).data("3") == Gallery.content(3))
  }

  // R-PSC-104
  @Test func replacingAStoreRemovesItsFilesAlone() throws {
    let neighbour = try Gallery("New.db")
    try neighbour.fill([1])
    let replaced = try Gallery(neighbour.place, "New.sqlite")
    try replaced.fill([2, 3])
    try replaced.close()
    let gallery = try Gallery(neighbour.place, "Old.sqlite")
    try gallery.fill([4])
    let store = try #require(gallery.coordinator.persistentStores.first)
    try gallery.coordinator.migratePersistentStore(
      store, to: gallery.place.url("New.sqlite"), withType: NSSQLiteStoreType)
    #expect(try gallery.data("4") == Gallery.content(4))
    #expect(neighbour.files.count == 2)
    #expect(try neighbour.data("1") == Gallery.content(1))
  }
}
#endif
