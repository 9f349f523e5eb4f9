// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

/// A row of the time-zone table: a zone and the countries that it overlaps.
struct ZoneRecord: CatalogueRecord {
  static let entityName = "TimeZone"
  static let codeKey = "name"

  let name: String
  let countryCodes: [String]
  let coordinates: String
  let latitude: Double
  let longitude: Double
  let comments: String?

  /// The fields of a row: country codes, coordinates, name and, in some rows, comments.
  init?(row: Substring) {
    let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 3, let place = GeographicPlace(fields[1]) else { return nil }
    countryCodes = fields[0].split(separator: ",").map(String.init)
    coordinates = fields[1]
    name = fields[2]
    latitude = place.latitude
    longitude = place.longitude
    comments = fields.count > 3 ? fields[3] : nil
  }

  var code: String { name }

  func update(_ zone: AtlasTimeZone) -> Bool {
    [
      set(zone, \.name, to: name), set(zone, \.coordinates, to: coordinates),
      set(zone, \.latitude, to: latitude), set(zone, \.longitude, to: longitude),
      set(zone, \.comments, to: comments),
    ].contains(true)
  }

  func link(_ zone: AtlasTimeZone, _ index: CatalogueIndex) -> Bool {
    set(zone, \.countries, to: NSSet(array: countryCodes.compactMap { index.countries[$0] }))
  }
}
