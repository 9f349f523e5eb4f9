// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

/// Holds what freshly opened stores say against the input and against what was written.
struct Verification {
  let stack: AtlasStack
  let catalogue: Catalogue
  let expectation: Expectation
  let inputChecksum: String
  let identifiers: [String: String]

  func checks() throws -> [Check] {
    try catalogueChecks() + questionChecks() + travelChecks() + storeChecks()
  }

  private var context: NSManagedObjectContext { stack.context }

  // MARK: - The catalogue

  private func catalogueChecks() throws -> [Check] {
    var checks = try catalogue.counts.map { entity, records in
      Check("\(entity) objects", try count(entity), is: records)
    }
    checks.append(
      Check("catalogue checksum", try CatalogueChecksum.checksum(in: context), is: inputChecksum))
    return checks
  }

  /// The same questions to the stores and to the input.
  private func questionChecks() throws -> [Check] {
    let questions = AtlasQuestions(context: context)
    let french = catalogue.subdivisions.filter { $0.countryCode == "FR" }.count
    let shared = catalogue.zones.filter { $0.countryCodes.count > 1 }.count
    let languages = catalogue.languages.map(\.name).filter { $0.hasPrefix("Zu") }.sorted()
    return [
      Check("subdivisions of France", try questions.subdivisionCount(of: "FR"), is: french),
      Check("zones of several countries", try questions.sharedZoneCount(), is: shared),
      Check(
        "languages in Zu", try questions.languages(beginningWith: "Zu", limit: 5),
        is: Array(languages.prefix(5))),
    ]
  }

  // MARK: - What the traveller wrote

  private func travelChecks() throws -> [Check] {
    let stops = TripPlan.kept.reduce(0) { $0 + $1.stops.count }
    let resolved = try AtlasQuestions(context: context).resolvedStops()
    let cancelled = TripPlan.cancelled.stops.count + TripPlan.cancelled.notes.count + 1
    return [
      Check("trips", try count("Trip"), is: TripPlan.kept.count),
      Check("stops", resolved.all, is: stops),
      Check("stops found in the catalogue", resolved.resolved, is: stops),
      Check("favourites", try count("Favourite"), is: Traveller.favourites.count),
      Check("notes in User", try count("Note", in: .user), is: NotePlan.kept.count),
      Check("notes in Shared", try count("Note", in: .shared), is: NotePlan.shared.count),
      Check("newest notes over both stores", try newestNotes(), is: expectedNotes),
      Check("objects gone with the cancelled trip", expectation.cascade, is: cancelled),
      Check("nothing pending after rolling back", expectation.hasNothingPending, is: true),
      Check(
        "travel checksum", try TravelChecksum.checksum(in: context),
        is: expectation.travelChecksum),
    ]
  }

  private func newestNotes() throws -> [String] {
    try AtlasQuestions(context: context).newestNotes(5).map { Day.text($0.createdAt) }
  }

  private var expectedNotes: [String] {
    let dates = (NotePlan.kept + NotePlan.shared).map(\.createdAt).sorted(by: >)
    return dates.prefix(5).map(Day.text)
  }

  // MARK: - Stores

  private func storeChecks() throws -> [Check] {
    var checks = [
      Check("searches before closing", expectation.searchesBefore, is: expectation.searches),
      Check("searches after reopening", try count("Search"), is: 0),
    ]
    for (name, identifier) in expectation.identifiers.sorted(by: { $0.key < $1.key }) {
      checks.append(Check("UUID of \(name)", identifiers[name] ?? "none", is: identifier))
    }
    for role in stack.roles { checks += try numberChecks(role) }
    return checks
  }

  /// No number is handed out twice: the next free one lies above all that are in use.
  private func numberChecks(_ role: StoreRole) throws -> [Check] {
    let store = try stack.store(role)
    return try store.entityFigures().filter { $0.rows > 0 }.map { figures in
      let highest = try highestNumber(figures.name, store)
      return Check(
        "next ID of \(figures.name) in \(role.name) is free", (figures.nextID ?? 0) > highest,
        is: true)
    }
  }

  private func highestNumber(_ entity: String, _ store: NSPersistentStore) throws -> Int {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: entity)
    request.resultType = .managedObjectIDResultType
    request.affectedStores = [store]
    let numbers = try context.fetch(request).compactMap {
      Int($0.uriRepresentation().lastPathComponent.dropFirst())
    }
    return numbers.max() ?? 0
  }

  private func count(_ entity: String, in role: StoreRole? = nil) throws -> Int {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    if let role { request.affectedStores = [try stack.store(role)] }
    return try context.count(for: request)
  }
}
