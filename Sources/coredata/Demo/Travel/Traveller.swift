// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

/// A person who uses an atlas: plans trips, writes notes, keeps favourites, searches. Works in the
/// stack's context; saving is the caller's.
struct Traveller {
  static let favourites = ["EE", "BO", "SE", "JP"]

  let stack: AtlasStack
  private var context: NSManagedObjectContext { stack.context }

  init(_ stack: AtlasStack) { self.stack = stack }

  /// Enters what is not there yet: after the first run only the trip that is cancelled each time.
  /// Returns how many objects are new.
  func plan() throws -> Int {
    let before = context.insertedObjects.count
    for plan in TripPlan.all { try enter(plan) }
    for plan in NotePlan.own { _ = try note(plan) }
    for plan in NotePlan.shared { try share(plan) }
    for (rank, code) in Self.favourites.enumerated() { try favour(code, rank: rank) }
    return context.insertedObjects.count - before
  }

  /// Looks for a text in the names of countries and subdivisions and remembers the search until
  /// the program ends.
  @discardableResult
  func search(_ text: String) throws -> Int {
    let model = stack.container.managedObjectModel
    var found = 0
    if let request = model.fetchRequestFromTemplate(
      withName: "countriesNamed", substitutionVariables: ["TEXT": text])
    {
      found += try context.count(for: request)
    }
    let request = Subdivision.fetchRequest()
    request.predicate = NSPredicate(format: "name CONTAINS[cd] %@", text)
    found += try context.count(for: request)
    let search = Search(context: context)
    search.query = text
    search.at = Date()
    search.resultCount = Int32(found)
    return found
  }

  // MARK: - Entering

  private func enter(_ plan: TripPlan) throws {
    guard try existing(Trip.fetchRequest(), plan.id) == nil else { return }
    let trip = Trip(context: context)
    trip.id = plan.id
    trip.name = plan.name
    trip.budget = NSDecimalNumber(decimal: plan.budget)
    trip.startsOn = plan.stops.first?.arrives
    trip.endsOn = plan.stops.last?.arrives
    for stop in plan.stops { trip.addToStops(entered(stop)) }
    for plan in plan.notes { trip.addToNotes(try note(plan)) }
  }

  private func entered(_ plan: TripPlan.Stop) -> Stop {
    let stop = Stop(context: context)
    stop.place = plan.place
    stop.countryCode = plan.country
    stop.subdivisionCode = plan.subdivision
    stop.arrivesAt = plan.arrives
    return stop
  }

  private func note(_ plan: NotePlan) throws -> Note {
    if let note = try existing(Note.fetchRequest(), plan.id) { return note }
    let note = Note(context: context)
    note.id = plan.id
    note.text = plan.text
    note.createdAt = plan.createdAt
    return note
  }

  /// Both stores take notes; that this one is for everybody only the program can know.
  private func share(_ plan: NotePlan) throws {
    let note = try note(plan)
    if note.isInserted { context.assign(note, to: try stack.store(.shared)) }
  }

  private func favour(_ code: String, rank: Int) throws {
    let request = Favourite.fetchRequest()
    request.predicate = NSPredicate(format: "kind == %@ AND code == %@", "country", code)
    guard try context.count(for: request) == 0 else { return }
    let favourite = Favourite(context: context)
    favourite.kind = "country"
    favourite.code = code
    favourite.rank = Int32(rank)
  }

  private func existing<Object: NSManagedObject>(
    _ request: NSFetchRequest<Object>, _ id: UUID
  ) throws -> Object? {
    request.predicate = NSPredicate(format: "id == %@", id as NSUUID)
    request.fetchLimit = 1
    return try context.fetch(request).first
  }
}
