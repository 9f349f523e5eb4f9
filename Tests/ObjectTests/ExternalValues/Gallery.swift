// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation

/// A store of pictures whose data lie in files, and where these are.
struct Gallery {
  let place: Workplace
  let coordinator: NSPersistentStoreCoordinator
  private let name: String

  static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let data = GarageModel.attribute("data", .binaryData)
    data.allowsExternalBinaryDataStorage = true
    let picture = GarageModel.entity("Picture", [GarageModel.attribute("name", .string), data])
    let album = GarageModel.entity("Album", [GarageModel.attribute("title", .string)])
    GarageModel.relate(
      album, name: "pictures", many: true, rule: .nullifyDeleteRule, to: picture,
      inverseName: "album", many: false)
    model.entities = [album, picture]
    return model
  }

  /// Opens a store.
  init(_ place: Workplace, _ name: String = "Lib.sqlite") throws {
    self.place = place
    self.name = name
    coordinator = try place.opened(NSSQLiteStoreType, name, model: Gallery.model())
  }

  init(_ name: String = "Lib.sqlite") throws { try self.init(Workplace(), name) }

  /// Content that no other picture has, large enough for a file.
  static func content(_ seed: Int, count: Int = 300_000) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* (seed | 1) &+ $0 >> 8) })
  }

  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  func run<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
    let context = context()
    return try context.performAndWait { try body(context) }
  }

  /// Adds pictures with the content of their number, in one album.
  func fill(_ seeds: [Int]) throws {
    try run { context in
      let album = context.insert("Album", ["title": "all"])
      for seed in seeds {
        _ = context.insert(
          "Picture", ["name": "\(seed)", "data": Gallery.content(seed), "album": album])
      }
      try context.save()
    }
  }

  func data(_ name: String) throws -> Data? {
    try run { try $0.picture(name).data }
  }

  func close() throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  /// The same store anew.
  func reopened() throws -> Gallery {
    try close()
    return try Gallery(place, name)
  }

  // MARK: - Files

  var folder: URL {
    let stem = (name as NSString).deletingPathExtension
    return place.url(".\(stem)_SUPPORT/_EXTERNAL_DATA")
  }

  var files: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
  }

  private var attic: URL { folder.deletingLastPathComponent().appendingPathComponent("attic") }

  /// Puts the files where nobody looks for them.
  func hideFiles() throws {
    try FileManager.default.moveItem(at: folder, to: attic)
  }

  func showFiles() throws {
    try? FileManager.default.removeItem(at: folder)  // made again by a save, or not
    try FileManager.default.moveItem(at: attic, to: folder)
  }
}

extension NSManagedObjectContext {
  func picture(_ name: String) throws -> NSManagedObject {
    let found = try all("Picture", "name == '\(name)'")
    guard found.count == 1 else { throw CocoaError(.coderInvalidValue) }
    return found[0]
  }
}

extension NSManagedObject {
  var data: Data? { value(forKey: "data") as? Data }
}
#endif
