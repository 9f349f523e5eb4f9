// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

/// Questions whose answers lie in several stores, or need a condition to be pushed down.
struct AtlasQuestions {
  let context: NSManagedObjectContext

  /// Returns the newest notes, wherever they lie: one order and one limit over *User* and *Shared*.
  func newestNotes(_ limit: Int) throws -> [Note] {
    let request = Note.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
    request.fetchLimit = limit
    return try context.fetch(request)
  }

  /// How many time zones overlap more than one country.
  func sharedZoneCount() throws -> Int {
    let request = AtlasTimeZone.fetchRequest()
    request.predicate = NSPredicate(format: "countries.@count > 1")
    return try context.count(for: request)
  }

  /// How many subdivisions belong to a country, by the model's fetch request.
  func subdivisionCount(of code: String) throws -> Int {
    let model = context.persistentStoreCoordinator?.managedObjectModel
    guard
      let request = model?.fetchRequestFromTemplate(
        withName: "subdivisionsOfCountry", substitutionVariables: ["CODE": code])
    else { throw ToolFailure("the model has no fetch request 'subdivisionsOfCountry'") }
    return try context.count(for: request)
  }

  /// Returns the alphabetically first languages whose names begin with a text.
  func languages(beginningWith text: String, limit: Int) throws -> [String] {
    let request = Language.fetchRequest()
    request.predicate = NSPredicate(format: "name BEGINSWITH %@", text)
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.fetchLimit = limit
    return try context.fetch(request).compactMap(\.name)
  }

  /// Returns the stops of a trip in their order, with what the catalogue says about them: *User*
  /// knows only codes, and fetched properties find the objects in *Global*.
  func itinerary(of trip: Trip) -> [ItineraryLine] {
    (trip.stops?.array as? [Stop] ?? []).map { stop in
      let country = stop.country?.first
      let zones = (country?.timeZones?.allObjects as? [AtlasTimeZone] ?? []).compactMap(\.name)
      return ItineraryLine(
        day: Day.text(stop.arrivesAt), place: stop.place ?? "",
        region: stop.subdivision?.first?.name, country: country?.name, zones: zones.sorted())
    }
  }

  /// How many stops there are, and for how many the catalogue has country and subdivision.
  func resolvedStops() throws -> (all: Int, resolved: Int) {
    let stops = try context.fetch(Stop.fetchRequest())
    let resolved = stops.filter { stop in
      stop.country?.map(\.alpha2) == [stop.countryCode]
        && stop.subdivision?.map(\.code) == [stop.subdivisionCode]
    }
    return (stops.count, resolved.count)
  }
}
