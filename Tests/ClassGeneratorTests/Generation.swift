// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Foundation
import ModelFormat

/// Short ways to generate code in tests.
enum Generation {
  /// The code for the elements inside a `<model>`, for module `App`.
  static func code(_ lines: String...) throws -> GeneratedCode {
    let xml = (["<model>"] + lines + ["</model>"]).joined(separator: "\n")
    let reading = try ModelReader.read(
      xml: Data(xml.utf8), name: "Zoo 2", file: "Zoo.xcdatamodeld/Zoo 2.xcdatamodel/contents")
    return ClassGenerator.code(
      for: reading.document,
      GenerationOptions(modelName: "Zoo", modelFile: "Zoo.xcdatamodeld", module: "App"))
  }

  /// The code for one attribute of entity and class `Animal`.
  static func attribute(_ attributes: String) throws -> String {
    try code(animal("<attribute name=\"a\" \(attributes)/>")).text
  }

  /// An entity of class `Animal` with properties.
  static func animal(_ properties: String...) -> String {
    """
    <entity name="Animal" representedClassName=".Animal" codeGenerationType="class">
    \(properties.joined(separator: "\n"))
    </entity>
    """
  }

  /// An entity of class `Keeper` without properties.
  static let keeper =
    "<entity name=\"Keeper\" representedClassName=\".Keeper\" codeGenerationType=\"class\"/>"
}
