// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ExampleModels

/// A script of ISO 15924.
struct ScriptRecord: CatalogueRecord, Decodable {
  static let entityName = "Script"
  static let codeKey = "alpha4"

  let alpha4: String
  let numeric: String
  let name: String

  enum CodingKeys: String, CodingKey {
    case alpha4 = "alpha_4"
    case numeric, name
  }

  var code: String { alpha4 }

  func update(_ script: Script) -> Bool {
    [
      set(script, \.alpha4, to: alpha4), set(script, \.numericCode, to: numeric),
      set(script, \.name, to: name),
    ].contains(true)
  }
}
