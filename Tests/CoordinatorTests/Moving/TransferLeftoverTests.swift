// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a process leaves beside a store's place when it dies while it migrates a store to there.
struct TransferLeftoverTests {
  private static let types = Workplace.types + Office.types

  private let place: Workplace
  private let id = UUID().uuidString

  init() throws { place = try Workplace(keepsConstraints: false) }

  private var marker: String { ".store.\(id).copying" }
  private let sign = ".store.copies"

  /// All that stores of any type leave.
  private var left: [String] {
    let copy = ".store.\(id).copy"
    let ends = ["", "-wal", "-shm", "-journal", "-lock"]
    return ends.map { copy + $0 } + [marker, sign, ".\(copy).\(UUID().uuidString).saving"]
  }

  /// Hidden files and folders.
  private func hidden() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
      .filter { $0.hasPrefix(".") }.sorted()
  }

  private func write(_ names: [String]) throws {
    for name in names {
      try Data("half".utf8).write(to: place.folder.appendingPathComponent(name))
    }
  }

  /// Files that nobody may take for abandoned ones.
  private func writeOthers() throws -> [String] {
    let others = [
      ".other.\(id).copying", ".other.\(id).copy", ".store.\(UUID().uuidString)",
      ".store.\(UUID().uuidString).copy", ".store.backup.copying", ".store.backup.copy",
    ]
    try write(others)
    return others.sorted()
  }

  private func writeLeft() throws {
    try write(left)
    let external = place.folder.appendingPathComponent("..store.\(id)_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: external, withIntermediateDirectories: true)
    try Data("large".utf8).write(to: external.appendingPathComponent("value"))
  }

  private func migrate(to type: String) throws {
    let coordinator = try place.opened(NSInMemoryStoreType, "old")
    let old = coordinator.persistentStores[0]
    let new = try coordinator.migratePersistentStore(
      old, to: place.url(), options: nil, withType: type)
    try coordinator.remove(new)
  }

  // R-PSC-543
  @Test(arguments: types)
  func theNextOpeningRemovesIt(_ type: String) throws {
    try place.make(type)
    try writeLeft()
    let others = try writeOthers()
    let coordinator = try place.opened(type)
    #expect(try hidden() == others)
    #expect(try place.run(coordinator) { try $0.only("Note").string("text") } == "kept")
  }

  // R-PSC-543: a process may die before there is anything but the sign
  @Test(arguments: types)
  func theNextOpeningRemovesTheSign(_ type: String) throws {
    try place.make(type)
    try write([sign])
    _ = try place.opened(type)
    #expect(try hidden() == [])
  }

  // R-PSC-543: so former versions of the library have left it
  @Test(arguments: types)
  func theNextMigrationRemovesWhatHasNoSign(_ type: String) throws {
    try writeLeft()
    try FileManager.default.removeItem(at: place.folder.appendingPathComponent(sign))
    try migrate(to: type)
    #expect(try hidden() == [])
  }

  // R-PSC-543
  @Test(arguments: types)
  func theNextMigrationRemovesIt(_ type: String) throws {
    try writeLeft()
    let others = try writeOthers()
    try migrate(to: type)
    #expect(try hidden() == others)
  }

  // R-PSC-543
  @Test(arguments: types)
  func whatALivingProcessWritesIsLeftAlone(_ type: String) throws {
    try place.make(type)
    try writeLeft()
    let before = try hidden()
    let path = place.folder.appendingPathComponent(marker).path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try place.opened(type).persistentStores.forEach { #expect($0.url != nil) }
    try migrate(to: type)
    #expect(try hidden() == before)
    // Closing does not end the lock while a process that is just being started has the file too.
    flock(descriptor, LOCK_UN)
    close(descriptor)
    try migrate(to: type)
    #expect(try hidden() == [])
  }

  // R-PSC-543
  @Test(arguments: types)
  func aReadOnlyOpeningRemovesNothing(_ type: String) throws {
    try place.make(type)
    try writeLeft()
    let before = try hidden()
    _ = try place.opened(type, options: [NSReadOnlyPersistentStoreOption: true])
    #expect(try hidden() == before)
  }
}
