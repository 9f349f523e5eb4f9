// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import ModelFormat

/// A fingerprint of the catalogue, equal for input files and stores that say the same.
///
/// Every record is one line with its values and the codes of what it is related to; the lines are
/// put in order, so that the order of records does not matter.
enum CatalogueChecksum {
  /// Computed from the input alone.
  static func checksum(of catalogue: Catalogue) -> String {
    var zones: [String: [String]] = [:]
    for zone in catalogue.zones {
      for code in zone.countryCodes { zones[code, default: []].append(zone.name) }
    }
    return digest(
      catalogue.countries.map { line(of: $0, zones: zones[$0.alpha2] ?? []) }
        + catalogue.subdivisions.map(line) + catalogue.languages.map(line)
        + catalogue.scripts.map(line) + catalogue.currencies.map(line)
        + catalogue.zones.map(line))
  }

  /// Computed from what the stores give back; reads every object.
  static func checksum(in context: NSManagedObjectContext) throws -> String {
    let countries = try all(Country.fetchRequest(), context, with: ["timeZones"])
    let zones = try all(AtlasTimeZone.fetchRequest(), context, with: ["countries"])
    let subdivisions = try all(Subdivision.fetchRequest(), context)
    let rest =
      try all(Language.fetchRequest(), context).map(line)
      + all(Script.fetchRequest(), context).map(line)
      + all(Currency.fetchRequest(), context).map(line)
    return digest(countries.map(line) + zones.map(line) + subdivisions.map(line) + rest)
  }

  private static func all<Object: NSManagedObject>(
    _ request: NSFetchRequest<Object>, _ context: NSManagedObjectContext,
    with relationships: [String] = []
  ) throws -> [Object] {
    request.returnsObjectsAsFaults = false
    request.relationshipKeyPathsForPrefetching = relationships
    return try context.fetch(request)
  }

  // MARK: - Lines

  static func digest(_ lines: [String]) -> String {
    let text = lines.sorted().joined(separator: "\n")
    return SHA2.sha256(Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
  }

  static func line(_ kind: String, _ values: [String?]) -> String {
    ([kind] + values.map { $0 ?? "\u{0}" }).joined(separator: "\u{1F}")
  }

  static func list(_ codes: [String?]) -> String {
    codes.compactMap { $0 }.sorted().joined(separator: ",")
  }
}
