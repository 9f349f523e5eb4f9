// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

/// A fingerprint of everything that the traveller wrote, stops in their order.
enum TravelChecksum {
  static func checksum(in context: NSManagedObjectContext) throws -> String {
    let trips = try context.fetch(Trip.fetchRequest()).map(line)
    let notes = try context.fetch(Note.fetchRequest()).map(line)
    let favourites = try context.fetch(Favourite.fetchRequest()).map(line)
    return CatalogueChecksum.digest(trips + notes + favourites)
  }

  private static func line(_ trip: Trip) -> String {
    let stops = (trip.stops?.array as? [Stop] ?? []).map { stop in
      [stop.place, stop.countryCode, stop.subdivisionCode, Day.text(stop.arrivesAt)]
        .map { $0 ?? "" }.joined(separator: "/")
    }
    return CatalogueChecksum.line(
      "Trip",
      [
        trip.id?.uuidString, trip.name, trip.budget?.stringValue, Day.text(trip.startsOn),
        Day.text(trip.endsOn), "\(trip.isArchived)", stops.joined(separator: ";"),
      ])
  }

  private static func line(_ note: Note) -> String {
    CatalogueChecksum.line(
      "Note",
      [
        note.id?.uuidString, note.text, Day.text(note.createdAt), note.trip?.name,
        note.objectID.persistentStore?.configurationName,
      ])
  }

  private static func line(_ favourite: Favourite) -> String {
    CatalogueChecksum.line("Favourite", [favourite.kind, favourite.code, "\(favourite.rank)"])
  }
}
