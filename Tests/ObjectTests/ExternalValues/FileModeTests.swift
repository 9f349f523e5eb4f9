// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a store writes is its owner's alone, unless the owner has said otherwise.
@Suite struct FileModeTests {
  private func mode(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// The types of the library that write files.
  static let types = Workplace.types + [NSBinaryStoreType, NSXMLStoreType]

  private func opened(_ place: Workplace, _ type: String) throws -> NSPersistentStoreCoordinator {
    let model = GarageModel.make()
    for entity in model.entities { entity.uniquenessConstraints = [] }
    return try place.opened(type, model: model)
  }

  private func addNote(_ place: Workplace, _ coordinator: NSPersistentStoreCoordinator) throws {
    try place.run(coordinator) { context in
      _ = context.insert("Note", ["text": "private"])
      try context.save()
    }
  }

  // R-PSC-377
  @Test(arguments: FileModeTests.types)
  func everyFileIsTheOwnersAlone(_ type: String) throws {
    let place = try Workplace()
    let coordinator = try opened(place, type)
    try addNote(place, coordinator)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
    #expect(!names.isEmpty)
    for name in names { #expect(try mode(place.url(name)) == 0o600, "\(name)") }
    try coordinator.migratePersistentStore(
      coordinator.persistentStores[0], to: place.url("copy"), withType: type)
    #expect(try mode(place.url("copy")) == 0o600)
  }

  // R-PSC-377
  @Test(arguments: FileModeTests.types)
  func aModeThatTheOwnerHasGivenStays(_ type: String) throws {
    let place = try Workplace()
    let coordinator = try opened(place, type)
    try addNote(place, coordinator)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: place.url().path)
    try addNote(place, coordinator)
    #expect(try mode(place.url()) == 0o640)
  }

  #if SQLite
  // R-PSC-377
  @Test func externalFilesAreTheOwnersAlone() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    #expect(try mode(gallery.folder) == 0o700)
    #expect(try mode(gallery.folder.deletingLastPathComponent()) == 0o700)
    for name in gallery.files {
      #expect(try mode(gallery.folder.appendingPathComponent(name)) == 0o600)
    }
  }
  #endif
}
