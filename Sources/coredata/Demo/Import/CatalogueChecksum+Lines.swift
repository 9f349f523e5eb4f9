// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

// The lines of records beside those of objects: same fields, same order.

extension CatalogueChecksum {
  static func line(of record: CountryRecord, zones: [String]) -> String {
    line(
      CountryRecord.entityName,
      [
        record.alpha2, record.alpha3, record.numeric, record.name, record.officialName,
        record.commonName, record.flag, list(zones),
      ])
  }

  static func line(of country: Country) -> String {
    let zones = (country.timeZones?.allObjects as? [AtlasTimeZone])?.map(\.name)
    return line(
      CountryRecord.entityName,
      [
        country.alpha2, country.alpha3, country.numericCode, country.name, country.officialName,
        country.commonName, country.flag, list(zones ?? []),
      ])
  }

  static func line(of record: SubdivisionRecord) -> String {
    line(
      SubdivisionRecord.entityName,
      [record.code, record.name, record.type, record.countryCode, record.parentCode])
  }

  static func line(of subdivision: Subdivision) -> String {
    line(
      SubdivisionRecord.entityName,
      [
        subdivision.code, subdivision.name, subdivision.type, subdivision.country?.alpha2,
        subdivision.parent?.code,
      ])
  }

  static func line(of record: LanguageRecord) -> String {
    line(
      LanguageRecord.entityName,
      [
        record.alpha3, record.alpha2, record.name, record.scope, record.type,
        record.invertedName,
      ])
  }

  static func line(of language: Language) -> String {
    line(
      LanguageRecord.entityName,
      [
        language.alpha3, language.alpha2, language.name, language.scope, language.type,
        language.invertedName,
      ])
  }

  static func line(of record: ScriptRecord) -> String {
    line(ScriptRecord.entityName, [record.alpha4, record.numeric, record.name])
  }

  static func line(of script: Script) -> String {
    line(ScriptRecord.entityName, [script.alpha4, script.numericCode, script.name])
  }

  static func line(of record: CurrencyRecord) -> String {
    line(CurrencyRecord.entityName, [record.alpha3, record.numeric, record.name])
  }

  static func line(of currency: Currency) -> String {
    line(CurrencyRecord.entityName, [currency.alpha3, currency.numericCode, currency.name])
  }

  static func line(of record: ZoneRecord) -> String {
    line(
      ZoneRecord.entityName,
      [
        record.name, record.coordinates, "\(record.latitude)", "\(record.longitude)",
        record.comments, list(record.countryCodes),
      ])
  }

  static func line(of zone: AtlasTimeZone) -> String {
    let countries = (zone.countries?.allObjects as? [Country])?.map(\.alpha2)
    return line(
      ZoneRecord.entityName,
      [
        zone.name, zone.coordinates, "\(zone.latitude)", "\(zone.longitude)", zone.comments,
        list(countries ?? []),
      ])
  }
}
