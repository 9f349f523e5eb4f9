// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CFaults
import CoreData
import CoreDataTestSupport
import DriverSupport
import Foundation

/// One run of the driver.
struct Program {
  let folder: URL
  let type: String
  let path: MigrationPath

  var url: URL { folder.appendingPathComponent("store") }

  /// True for a store with a history.
  var hasHistory: Bool { ![NSXMLStoreType, NSBinaryStoreType].contains(type) }

  var options: [String: Any] {
    hasHistory ? [NSPersistentHistoryTrackingKey: true, NSPersistentStoreTimeoutOption: 20] : [:]
  }

  // MARK: - Steps

  func make() {
    attempt("refused") {
      try use(.former) { context in
        Content.fill(context)
        try context.save()
        try keepIdentifier(in: context)
        try context.save()
      }
      say("made")
    }
  }

  /// Migrates while calls fail; after an error, in the same process, without.
  func migrate(_ arm: () -> Void) {
    // What is made once is not to be made while calls fail.
    let upgrade = Upgrade(self)
    arm()
    let isDone = attempt("refused") {
      try upgrade.run()
      say("migrated")
    }
    say("calls \(faults_count())")
    faults_disarm()
    guard !isDone else { return }
    attempt("stuck") {
      try upgrade.run()
      say("recovered")
    }
  }

  /// Looks at what there is, migrates the rest of the way, and looks again.
  func check() {
    attempt("broken") {
      say("version \(try inspect(isLast: false))")
      try Upgrade(self).run()
      let end = try inspect(isLast: true)
      require(end == path.versions.count - 1, "it ends with version \(end)")
      say("checked")
    }
  }

  @discardableResult
  private func attempt(_ word: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      let text = "\(error) \((error as NSError).userInfo)"
      let isNamed = text.contains(folder.path) || text.contains("store")
      let line = text.replacingOccurrences(of: "\n", with: " ")
      say("\(word) \(isNamed ? "named" : "nameless") \(line)")
      return false
    }
  }

  // MARK: - The store

  func use(_ version: Version, _ body: (NSManagedObjectContext) throws -> Void) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: version.model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    defer { context.performAndWait { context.reset() } }
    try context.performAndWait { try body(context) }
    try coordinator.remove(store)
  }

  var metadata: [String: Any] {
    get throws {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
    }
  }

  /// The metadata say by themselves which UUID the store had first.
  private func keepIdentifier(in context: NSManagedObjectContext) throws {
    guard let coordinator = context.persistentStoreCoordinator,
      let store = coordinator.persistentStores.first
    else { return }
    var metadata = coordinator.metadata(for: store)
    metadata["birth"] = metadata[NSStoreUUIDKey]
    coordinator.setMetadata(metadata, for: store)
    // A save without changes would not write them.
    context.insert("Team", ["title": "home"]).setValue("team 3", forKey: "title")
  }

  // MARK: - Looking

  /// Checks everything; returns the place of the store's version on the path.
  private func inspect(isLast: Bool) throws -> Int {
    for (place, version) in path.versions.enumerated().reversed() {
      do {
        try use(version) { try check($0, place) }
      } catch let error as CocoaError where error.code == .persistentStoreIncompatibleVersionHash {
        continue
      }
      let metadata = try metadata
      if path.keepsMetadata || place == 0 {
        require(metadata["birth"] as? String == metadata[NSStoreUUIDKey] as? String, "the UUID")
        require(metadata["birth"] != nil, "metadata are lost")
      }
      try checkFiles(isLast: isLast)
      return place
    }
    throw CocoaError(.persistentStoreIncompatibleVersionHash)
  }

  private func check(_ context: NSManagedObjectContext, _ place: Int) throws {
    let content = Content(context, path.versions[place])
    try content.check()
    if path == .staged, place == path.versions.count - 1 { try content.checkHandlers() }
    if hasHistory, path.keepsHistory || place == 0 { try content.checkHistory() }
  }

  /// No files may lie there but those of the store; a chain has another store on its way.
  private func checkFiles(isLast: Bool) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for name in names where !["store", "store-lock"].contains(name) {
      if name.hasPrefix(".store_SUPPORT") || name == "store-shm" { continue }
      if name == "store-wal", try size(name) == 0 { continue }
      // SQLite's own, of no effect beside a log.
      if !isLast, name == "store-journal" { continue }
      if !isLast, path == .chained, name.trimmingPrefix(/\.*/).hasPrefix("next") { continue }
      say("broken \(name) is left")
    }
    let kept = names.filter { $0.hasPrefix(".store_SUPPORT/_EXTERNAL_DATA/") }
    require(kept.count <= 1, "external files \(kept)")
  }

  private func size(_ name: String) throws -> Int? {
    let path = folder.appendingPathComponent(name).path
    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }
}

/// Says what is not as it should be.
func require(_ isRight: Bool, _ what: String) {
  if !isRight { say("broken \(what)") }
}
