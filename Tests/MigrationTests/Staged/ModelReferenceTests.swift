// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// References find their models, and only those with the checksum.
@Suite struct ModelReferenceTests {
  private let file: ModelFile
  private let first: NSManagedObjectModel
  private let second: NSManagedObjectModel

  init() throws {
    file = try ModelFile()
    let name = "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    let size = "<attribute name=\"size\" optional=\"YES\" attributeType=\"Integer 16\"/>"
    try file.write(ModelFile.entity("Boat", content: name), version: "Boats", bundle: "Boats")
    try file.write(
      ModelFile.entity("Boat", content: name + size), version: "Boats 2", bundle: "Boats")
    let bundle = file.folder.appendingPathComponent("Boats.xcdatamodeld")
    first = try NSManagedObjectModel.load(
      from: bundle.appendingPathComponent("Boats.xcdatamodel"))
    second = try NSManagedObjectModel.load(
      from: bundle.appendingPathComponent("Boats 2.xcdatamodel"))
    #expect(first.versionChecksum != second.versionChecksum)
  }

  private func code(_ reference: NSManagedObjectModelReference) -> Int? {
    do {
      _ = try reference.resolve()
      return nil
    } catch {
      return (error as NSError).code
    }
  }

  // R-PSC-613
  @Test func aModelIsItsOwnIfTheChecksumIsRight() throws {
    let reference = NSManagedObjectModelReference(
      model: first, versionChecksum: first.versionChecksum)
    #expect(reference.resolvedModel === first)
    #expect(reference.versionChecksum == first.versionChecksum)
    let other = NSManagedObjectModelReference(
      model: first, versionChecksum: second.versionChecksum)
    #expect(code(other) == 134504)
  }

  // R-PSC-613
  @Test(arguments: [
    "Boats.xcdatamodeld/Boats 2.xcdatamodel", "Boats.momd/Boats 2.mom", "Boats.xcdatamodeld",
    "Boats.momd",
  ])
  func aFileIsFound(_ path: String) throws {
    let url = file.folder.appendingPathComponent(path)
    let reference = NSManagedObjectModelReference(
      fileURL: url, versionChecksum: second.versionChecksum)
    #expect(reference.resolvedModel.versionChecksum == second.versionChecksum)
    #expect(reference.resolvedModel === reference.resolvedModel)
    let missing = NSManagedObjectModelReference(fileURL: url, versionChecksum: "none")
    #expect(code(missing) == 134504)
  }

  // R-PSC-613
  @Test(arguments: ["Boats", "Boats 2"])
  func aNameIsThatOfAModelOrOfAVersion(_ name: String) throws {
    let bundle = try #require(Bundle(path: file.folder.path))
    let reference = NSManagedObjectModelReference(
      name: name, in: bundle, versionChecksum: second.versionChecksum)
    #expect(reference.resolvedModel.versionChecksum == second.versionChecksum)
    let unknown = NSManagedObjectModelReference(
      name: "Ships", in: bundle, versionChecksum: second.versionChecksum)
    #expect(code(unknown) == 134504)
  }

  // R-PSC-613
  @Test func hashesTellTheVersion() throws {
    let bundle = try #require(Bundle(path: file.folder.path))
    let reference = NSManagedObjectModelReference(
      entityVersionHashes: first.entityVersionHashesByName, in: bundle,
      versionChecksum: first.versionChecksum)
    #expect(reference.resolvedModel.versionChecksum == first.versionChecksum)
    let wrong = NSManagedObjectModelReference(
      entityVersionHashes: ["Boat": Data()], in: bundle, versionChecksum: first.versionChecksum)
    #expect(code(wrong) == 134504)
  }

  // R-PSC-613: the error says what there is.
  @Test func theErrorNamesPlaceAndChecksums() {
    let url = file.folder.appendingPathComponent("Boats.xcdatamodeld")
    let reference = NSManagedObjectModelReference(fileURL: url, versionChecksum: "none")
    let error = #expect(throws: CocoaError.self) { try reference.resolve() }
    let text = error?.localizedDescription ?? ""
    for part in [url.path, "none", first.versionChecksum, second.versionChecksum] {
      #expect(text.contains(part))
    }
  }

  // R-PSC-614
  @Test func stagesHaveWhatTheyWereMadeWith() throws {
    let references = [first, second].map {
      NSManagedObjectModelReference(model: $0, versionChecksum: $0.versionChecksum)
    }
    let custom = NSCustomMigrationStage(migratingFrom: references[0], to: references[1])
    #expect(custom.currentModel === references[0])
    #expect(custom.nextModel === references[1])
    #expect(custom.label == "")
    let lightweight = NSLightweightMigrationStage(["a", "b"])
    lightweight.label = "two"
    #expect(lightweight.versionChecksums == ["a", "b"])
    #expect(lightweight.label == "two")
    let manager = NSStagedMigrationManager([custom, lightweight])
    #expect(manager.stages == [custom, lightweight])
    #expect(manager.container == nil)
  }
}
