// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ExampleModels

/// A part of a country, of ISO 3166-2.
struct SubdivisionRecord: CatalogueRecord, Decodable {
  static let entityName = "Subdivision"
  static let codeKey = "code"

  let code: String
  let name: String
  let type: String
  let parent: String?

  /// The country's code is what stands before the hyphen.
  var countryCode: String { String(code.prefix { $0 != "-" }) }

  /// The full code of the subdivision that this one is a part of; the file may leave the country
  /// out.
  var parentCode: String? {
    parent.map { $0.contains("-") ? $0 : "\(countryCode)-\($0)" }
  }

  func update(_ subdivision: Subdivision) -> Bool {
    [
      set(subdivision, \.code, to: code), set(subdivision, \.name, to: name),
      set(subdivision, \.type, to: type),
    ].contains(true)
  }

  func link(_ subdivision: Subdivision, _ index: CatalogueIndex) -> Bool {
    [
      set(subdivision, \.country, to: index.countries[countryCode]),
      set(subdivision, \.parent, to: parentCode.flatMap { index.subdivisions[$0] }),
    ].contains(true)
  }
}
