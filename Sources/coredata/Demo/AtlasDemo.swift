// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

/// The demonstration, step by step.
struct AtlasDemo {
  private let catalogue: Catalogue
  private let folder: AtlasFolder
  private let carrier: GlobalCarrier
  private let narration: Narration
  private let beginning = ContinuousClock.now
  private var stack: AtlasStack
  private var report: DemoReport
  private var expectation = Expectation()

  /// Opens the stores; nothing is created when one of them cannot be.
  init(
    _ catalogue: Catalogue, in folder: AtlasFolder, carrier: GlobalCarrier, isQuiet: Bool
  ) throws {
    self.catalogue = catalogue
    self.folder = folder
    self.carrier = carrier
    narration = Narration(isQuiet: isQuiet)
    let isFirstRun = !folder.holdsStores(for: carrier)
    stack = try folder.opened(for: carrier)
    report = DemoReport(folder: folder.url.path, carrier: carrier, isFirstRun: isFirstRun)
  }

  mutating func run() throws -> DemoReport {
    introduce()
    try importCatalogue()
    try planTrips()
    try save("everything")
    try askQuestions()
    try changeThings()
    try save("changes")
    try reopen()
    try verify()
    report.seconds = StepTimer.seconds(since: beginning)
    return report
  }

  // MARK: - Steps

  private mutating func introduce() {
    report.records = catalogue.counts
    report.inputChecksum = CatalogueChecksum.checksum(of: catalogue)
    narration.say(Terminal.heading("Atlas") + ": one context, \(stack.roles.count) stores")
    narration.say()
    narration.step("Input", "\(Figures.count(report.recordCount)) records of iso-codes and tzdata")
    narration.step("Stores", (report.isFirstRun ? "new in " : "found in ") + report.folder)
    for role in stack.roles {
      narration.step("", "\(role.name): \(role.type)" + (role.fileName.map { ", \($0)" } ?? ""))
    }
  }

  private mutating func importCatalogue() throws {
    let tables = carrier == .mixed ? try stack.store(.tables) : nil
    let places = ["Country", "Subdivision", "TimeZone"]
    var importer = CatalogueImporter(context: stack.context) {
      places.contains($0) ? nil : tables
    }
    let bar = ProgressBar(
      "Importing", total: report.recordCount, isShown: !narration.isQuiet && Terminal.isInteractive)
    report.importSeconds = try StepTimer.seconds { try importer.run(catalogue, progress: bar) }
    bar.finish()
    report.tally = importer.tally
    let tally = report.tally
    narration.step(
      "Import",
      "\(Figures.count(tally.inserted)) new, \(Figures.count(tally.updated)) changed, "
        + "\(Figures.count(tally.unchanged)) unchanged, \(Figures.count(tally.deleted)) gone "
        + "(\(Figures.seconds(report.importSeconds)))")
  }

  private mutating func planTrips() throws {
    let traveller = Traveller(stack)
    let isNew = try traveller.plan()
    expectation.searches = 1
    let found = try traveller.search("san")
    narration.step(
      "Travel", "\(Figures.count(isNew, "object")) entered; “san” is in \(found) names")
    let notes = try stack.context.fetch(Note.fetchRequest()).filter(\.isInserted)
    for note in notes.sorted(by: { ($0.text ?? "") < ($1.text ?? "") }).suffix(2) {
      narration.step("Route", stack.coordinator.explainRoute(for: note))
    }
  }

  private mutating func askQuestions() throws {
    let questions = AtlasQuestions(context: stack.context)
    answer("The newest 5 notes, in User and Shared?", Self.list(try questions.newestNotes(5)))
    answer("Zones of several countries?", "\(try questions.sharedZoneCount())")
    answer("Subdivisions of France?", "\(try questions.subdivisionCount(of: "FR"))")
    answer(
      "Languages beginning with Zu?",
      try questions.languages(beginningWith: "Zu", limit: 5).joined(separator: ", "))
    narration.itinerary(questions.itinerary(of: try Traveller(stack).trip(.hanse)))
  }

  private mutating func changeThings() throws {
    let traveller = Traveller(stack)
    let spared = try traveller.deleteAndTakeBack(country: "FR")
    expectation.hasNothingPending = !stack.context.hasChanges
    narration.step("Undo", "deleting France would take \(spared) objects; rolled back")
    for text in ["zürich", "island"] { try traveller.search(text) }
    expectation.searches += 2
    narration.step("Edit", "\(Figures.count(try traveller.edit(), "object")) changed")
    let gone = try traveller.cancelTrip()
    expectation.cascade = gone
    narration.step("Delete", "“\(TripPlan.cancelled.name)” and what hangs on it: \(gone) objects")
  }

  private mutating func reopen() throws {
    let context = stack.context
    expectation.searchesBefore = try context.count(for: Search.fetchRequest())
    expectation.travelChecksum = try TravelChecksum.checksum(in: context)
    expectation.identifiers = try identifiers()
    let seconds = try StepTimer.seconds {
      try stack.close()
      stack = try folder.opened(for: carrier)
      if carrier == .memory { try restoreCatalogue() }
    }
    narration.step("Reopen", "everything closed and opened again (\(Figures.seconds(seconds)))")
  }

  /// A catalogue in memory is gone after closing; it is read anew, as at the program's start.
  private func restoreCatalogue() throws {
    var importer = CatalogueImporter(context: stack.context) { _ in nil }
    try importer.run(
      catalogue, progress: ProgressBar("Importing", total: report.recordCount, isShown: false))
    try stack.context.save()
  }

  private mutating func verify() throws {
    let verification = Verification(
      stack: stack, catalogue: catalogue, expectation: expectation,
      inputChecksum: report.inputChecksum, identifiers: try identifiers())
    let seconds = try StepTimer.seconds { report.checks = try verification.checks() }
    report.stores = try stack.roles.map { role in
      try StoreFacts(role, try stack.store(role), importRate: report.importRate(of: role))
    }
    narration.step("Verify", "\(report.checks.count) checks (\(Figures.seconds(seconds)))")
  }

  // MARK: - Parts

  private mutating func save(_ title: String) throws {
    let context = stack.context
    let changed = context.insertedObjects.union(context.updatedObjects)
    let deleted = context.deletedObjects
    let inserted = Array(context.insertedObjects)
    var stores = Set(deleted.compactMap { $0.objectID.persistentStore?.identifier })
    let seconds = try StepTimer.seconds { try context.save() }
    stores.formUnion(changed.compactMap { $0.objectID.persistentStore?.identifier })
    var counts: [String: Int] = [:]
    for object in inserted {
      counts[try name(of: object.objectID.persistentStore), default: 0] += 1
    }
    let names = try stack.roles.filter { stores.contains(try stack.store($0).identifier) }
    report.saves.append(
      SaveFacts(
        title: title, objects: changed.count + deleted.count, stores: names.map(\.name),
        seconds: seconds, inserted: counts))
    narration.step(
      "Save",
      "\(Figures.count(changed.count + deleted.count, "object")) in "
        + "\(Figures.count(names.count, "store")), one save (\(Figures.seconds(seconds)))")
  }

  private func name(of store: NSPersistentStore?) throws -> String {
    try stack.roles.first { try stack.store($0) === store }?.name ?? ""
  }

  /// The day of each note and the store it lies in.
  private static func list(_ notes: [Note]) -> String {
    notes.map { note in
      "\(Day.text(note.createdAt)) \(note.objectID.persistentStore?.configurationName ?? "–")"
    }.joined(separator: ", ")
  }

  private func identifiers() throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try stack.roles.filter { !$0.isVolatile }.map {
        ($0.name, try stack.store($0).identifier)
      })
  }

  private mutating func answer(_ question: String, _ answer: String) {
    report.answers.append((question, answer))
    narration.step("Ask", "\(question) \(answer)")
  }
}
