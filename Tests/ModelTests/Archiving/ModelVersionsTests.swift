// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation
import Testing

@testable import CoreData

/// Versions of models that migrations start from.
struct ModelVersionsTests {
  private func model(entity name: String) -> NSManagedObjectModel {
    let entity = NSEntityDescription()
    entity.name = name
    let attribute = NSAttributeDescription()
    attribute.name = "title"
    attribute.type = .string
    entity.properties = [attribute]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  private var subject: MigrationSubject {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("absent-\(UUID().uuidString).sqlite")
    return MigrationSubject(
      url: file, type: NSSQLiteStoreType, configuration: nil, options: StoreOptionValues([:]))
  }

  // R-PSC-513
  @Test func aRegisteredVersionIsWhereAMigrationStarts() throws {
    let model = model(entity: "RegisteredVersionSample")
    let metadata: [String: Any] = [
      NSStoreModelVersionHashesKey: model.entityVersionHashesByName
    ]
    let error = #expect(throws: CocoaError.self) {
      try SourceModels.model(of: self.subject, metadata)
    }
    #expect(error?.code == .migrationMissingSourceModel)
    NSManagedObjectModel.registerVersion(model)
    // A copy was taken: what happens to the model since is of no effect.
    model.entities[0].name = "RegisteredVersionOther"
    let found = try SourceModels.model(of: subject, metadata)
    #expect(found.entities.map(\.name) == ["RegisteredVersionSample"])
  }

  // R-MOD-302
  @Test func checksumsNameEveryVersionOfABundle() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("checksums-\(UUID().uuidString)")
    let bundle = folder.appendingPathComponent("Two.xcdatamodeld")
    defer { try? FileManager.default.removeItem(at: folder) }
    var expected: [String: String] = [:]
    for (name, attribute) in [("One", "first"), ("Two", "second")] {
      let version = bundle.appendingPathComponent("\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      let xml = """
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
          <entity name="Note" syncable="YES">
            <attribute name="\(attribute)" optional="YES" attributeType="String"/>
          </entity>
        </model>
        """
      try Data(xml.utf8).write(to: version.appendingPathComponent("contents"))
      expected[name] = try NSManagedObjectModel.load(from: version).versionChecksum
    }
    #expect(try NSManagedObjectModel.checksumsForVersionedModel(at: bundle) == expected)
    #expect(Set(expected.values).count == 2)
    let error = #expect(throws: CocoaError.self) {
      try NSManagedObjectModel.checksumsForVersionedModel(
        at: folder.appendingPathComponent("Absent.momd"))
    }
    #expect(error?.localizedDescription.contains("Absent.momd") == true)
  }
}
