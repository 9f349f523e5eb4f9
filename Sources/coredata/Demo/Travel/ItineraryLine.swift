// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A stop with what the catalogue says about it.
struct ItineraryLine {
  let day: String
  let place: String
  let region: String?
  let country: String?
  let zones: [String]

  /// The zone, and how many more the country has.
  var zoneText: String {
    guard let first = zones.first else { return "–" }
    return zones.count == 1 ? first : "\(first) and \(zones.count - 1) more"
  }
}
