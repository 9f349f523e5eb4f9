// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ExampleModels

/// A language of ISO 639-3.
struct LanguageRecord: CatalogueRecord, Decodable {
  static let entityName = "Language"
  static let codeKey = "alpha3"

  let alpha3: String
  let alpha2: String?
  let name: String
  let scope: String
  let type: String
  let invertedName: String?

  enum CodingKeys: String, CodingKey {
    case alpha3 = "alpha_3"
    case alpha2 = "alpha_2"
    case name, scope, type
    case invertedName = "inverted_name"
  }

  var code: String { alpha3 }

  func update(_ language: Language) -> Bool {
    [
      set(language, \.alpha3, to: alpha3), set(language, \.alpha2, to: alpha2),
      set(language, \.name, to: name), set(language, \.scope, to: scope),
      set(language, \.type, to: type),
      set(language, \.invertedName, to: invertedName),
    ].contains(true)
  }
}
