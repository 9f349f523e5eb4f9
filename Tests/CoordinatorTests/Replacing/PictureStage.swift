// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// SQLite stores whose pictures lie in files of their own.
final class PictureStage {
  let place: Workplace

  init() throws { place = try Workplace() }

  static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let picture = GarageModel.attribute("picture", .binaryData)
    picture.allowsExternalBinaryDataStorage = true
    model.entities = [GarageModel.entity("Photo", [picture])]
    return model
  }

  static func bytes(_ seed: UInt8) -> Data { Data(repeating: seed, count: 300_000) }

  func make(_ name: String, picture: UInt8) throws {
    let coordinator = try place.opened(NSSQLiteStoreType, name, model: PictureStage.model())
    defer { BackupStage.close(coordinator) }
    try place.run(coordinator) { context in
      _ = context.insert("Photo", ["picture": PictureStage.bytes(picture)])
      try context.save()
    }
  }

  func picture(_ name: String) throws -> Data? {
    let coordinator = try place.opened(NSSQLiteStoreType, name, model: PictureStage.model())
    defer { BackupStage.close(coordinator) }
    return try place.run(coordinator) {
      try $0.all("Photo").first?.value(forKey: "picture") as? Data
    }
  }

  /// The names of the files that belong to a store.
  func files(_ name: String) throws -> Set<String> {
    let folder = place.url(".\(name)_SUPPORT").appendingPathComponent("_EXTERNAL_DATA")
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }
}
#endif
