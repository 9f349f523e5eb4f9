// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Everything that is imported, read from the files of the packages iso-codes and tzdata.
struct Catalogue: Sendable {
  let countries: [CountryRecord]
  let subdivisions: [SubdivisionRecord]
  let languages: [LanguageRecord]
  let scripts: [ScriptRecord]
  let currencies: [CurrencyRecord]
  let zones: [ZoneRecord]

  /// Fails, naming the file, when one is missing or is not what it should be.
  init(isoCodes: URL, zoneTable: URL) throws {
    let tables = IsoTables(folder: isoCodes)
    countries = try tables.records(of: "3166-1")
    subdivisions = try tables.records(of: "3166-2")
    languages = try tables.records(of: "639-3")
    scripts = try tables.records(of: "15924")
    currencies = try tables.records(of: "4217")
    zones = try ZoneTable.records(in: zoneTable)
  }

  /// How many records each entity has.
  var counts: [(entity: String, records: Int)] {
    [
      (CountryRecord.entityName, countries.count),
      (SubdivisionRecord.entityName, subdivisions.count),
      (LanguageRecord.entityName, languages.count), (ScriptRecord.entityName, scripts.count),
      (CurrencyRecord.entityName, currencies.count), (ZoneRecord.entityName, zones.count),
    ]
  }
}
