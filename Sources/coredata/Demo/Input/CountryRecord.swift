// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ExampleModels

/// A country of ISO 3166-1.
struct CountryRecord: CatalogueRecord, Decodable {
  static let entityName = "Country"
  static let codeKey = "alpha2"

  let alpha2: String
  let alpha3: String
  let numeric: String
  let name: String
  let officialName: String?
  let commonName: String?
  let flag: String?

  enum CodingKeys: String, CodingKey {
    case alpha2 = "alpha_2"
    case alpha3 = "alpha_3"
    case numeric, name, flag
    case officialName = "official_name"
    case commonName = "common_name"
  }

  var code: String { alpha2 }

  func update(_ country: Country) -> Bool {
    [
      set(country, \.alpha2, to: alpha2), set(country, \.alpha3, to: alpha3),
      set(country, \.numericCode, to: numeric), set(country, \.name, to: name),
      set(country, \.officialName, to: officialName), set(country, \.commonName, to: commonName),
      set(country, \.flag, to: flag),
    ].contains(true)
  }
}
