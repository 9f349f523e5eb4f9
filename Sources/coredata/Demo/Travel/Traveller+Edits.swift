// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

extension Traveller {
  /// Changes of mind: another order of stops, more money, other favourites, a ticked-off list.
  /// Returns how many objects are changed.
  func edit() throws -> Int {
    let before = stack.context.updatedObjects.count
    let trip = try trip(.hanse)
    if let last = trip.stops?.lastObject as? Stop {
      trip.removeFromStops(last)
      trip.insertIntoStops(last, at: 0)
    }
    trip.budget = (trip.budget ?? .zero).adding(NSDecimalNumber(value: 50))
    let favourites = try stack.context.fetch(Favourite.fetchRequest())
    for favourite in favourites {
      favourite.rank = (favourite.rank + 1) % Int32(max(favourites.count, 1))
    }
    for note in try sharedNotes() { note.text = (note.text ?? "") + " ✓" }
    return stack.context.updatedObjects.count - before
  }

  /// Gives a trip up; returns how many objects go with it.
  func cancelTrip() throws -> Int {
    stack.context.delete(try trip(.cancelled))
    stack.context.processPendingChanges()
    return stack.context.deletedObjects.count
  }

  /// Deletes a country, sees what would go with it, and takes it back. Returns how many objects
  /// would have gone.
  func deleteAndTakeBack(country code: String) throws -> Int {
    let request = Country.fetchRequest()
    request.predicate = NSPredicate(format: "alpha2 == %@", code)
    guard let country = try stack.context.fetch(request).first else {
      throw ToolFailure("there is no country \(code)")
    }
    stack.context.delete(country)
    stack.context.processPendingChanges()
    defer { stack.context.rollback() }
    return stack.context.deletedObjects.count
  }

  func trip(_ plan: TripPlan) throws -> Trip {
    let request = Trip.fetchRequest()
    request.predicate = NSPredicate(format: "id == %@", plan.id as NSUUID)
    guard let trip = try stack.context.fetch(request).first else {
      throw ToolFailure("the trip “\(plan.name)” is missing")
    }
    return trip
  }

  /// Returns the notes in the store *Shared* only.
  private func sharedNotes() throws -> [Note] {
    let request = Note.fetchRequest()
    request.affectedStores = [try stack.store(.shared)]
    request.predicate = NSPredicate(format: "NOT text ENDSWITH %@", "✓")
    return try stack.context.fetch(request)
  }
}
