// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import Testing

/// The models that come with the package.
struct ExampleModelTests {
  private static func read(_ name: String) throws -> ModelReading {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try ModelReader.read(
      at: root.appendingPathComponent("Models/\(name).xcdatamodeld"))
  }

  @Test(arguments: ["Atlas", "Company"])
  func anExampleModelRaisesNoDoubts(name: String) throws {
    #expect(try Self.read(name).diagnostics.isEmpty)
  }

  @Test(arguments: ["Atlas", "Company"])
  func anExampleModelSurvivesWriting(name: String) throws {
    let document = try Self.read(name).document
    let xml = Data(ModelWriter.xml(document).utf8)
    #expect(try ModelReader.read(xml: xml, name: name, file: "").document == document)
  }

  @Test func noRelationshipOfTheAtlasLeavesItsConfigurations() throws {
    let document = try Self.read("Atlas").document
    for entity in document.entities {
      for relationship in entity.relationships {
        #expect(
          document.configurations.contains {
            Set([entity.name, relationship.destinationName]).isSubset(of: $0.memberEntityNames)
          })
      }
    }
  }
}
