// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ExampleModels

/// A currency of ISO 4217.
struct CurrencyRecord: CatalogueRecord, Decodable {
  static let entityName = "Currency"
  static let codeKey = "alpha3"

  let alpha3: String
  let numeric: String?
  let name: String

  enum CodingKeys: String, CodingKey {
    case alpha3 = "alpha_3"
    case numeric, name
  }

  var code: String { alpha3 }

  func update(_ currency: Currency) -> Bool {
    [
      set(currency, \.alpha3, to: alpha3), set(currency, \.numericCode, to: numeric),
      set(currency, \.name, to: name),
    ].contains(true)
  }
}
