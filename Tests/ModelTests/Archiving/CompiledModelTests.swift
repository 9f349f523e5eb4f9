// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation
import Testing

@testable import CoreData

/// Models that Apple's tools compiled.
@Suite(.enabled(if: AppleSamples.folder != nil)) struct CompiledModelTests {
  private func archive(_ version: String) throws -> (data: Data, file: URL) {
    let file = try #require(AppleSamples.file("compiled/\(version).mom"))
    return (try Data(contentsOf: file), file)
  }

  private func recordedHashes(of version: String) throws -> [String: Data] {
    let parts = version.split(separator: "/").map(String.init)
    let file = try #require(AppleSamples.file("compiled/\(parts[0])/VersionInfo.plist"))
    let info = try #require(
      try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        as? [String: Any])
    let hashes = try #require(
      info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
    return try #require(hashes[parts[1]])
  }

  // R-MOD-303, R-MOD-304, R-MOD-305
  @Test(arguments: AppleSamples.compiledVersions)
  func hashesAreThoseThatTheCompilerRecorded(_ version: String) throws {
    let (data, file) = try archive(version)
    let model = try ArchivedModel.model(from: data, file: file)
    #expect(try model.entityVersionHashesByName == recordedHashes(of: version))
  }

  // R-MOD-304
  @Test(arguments: AppleSamples.compiledVersions)
  func aModelIsWhatItsSourceSays(_ version: String) throws {
    let (data, file) = try archive(version)
    let model = try ArchivedModel.model(from: data, file: file)
    let source = try #require(
      AppleSamples.file(
        version.replacingOccurrences(of: ".momd", with: ".xcdatamodeld") + ".xcdatamodel"))
    let expected = try NSManagedObjectModel.load(from: source)
    #expect(model.versionIdentifiers == expected.versionIdentifiers)
    #expect(model.entities.map(\.name) == expected.entities.map(\.name))
    for (entity, other) in zip(model.entities, expected.entities) {
      #expect(ModelFacts(entity) == ModelFacts(other))
    }
  }
}
