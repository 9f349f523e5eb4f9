// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CFaults
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport

/// The steps of a run.
struct Steps {
  private static let people = 300
  let folder: URL

  init(folder: URL) { self.folder = folder }

  private var url: URL { folder.appendingPathComponent("store.sqlite") }

  private func configuration(_ schema: StoreSchema, _ version: String) -> StoreConfiguration {
    var configuration = StoreConfiguration(
      url: url, schema: schema, entities: schema.allEntities,
      newMetadata: StoreMetadata(
        identifier: "4C4DFC8D-3F9A-4D5D-A6F7-3D6D3E0F1D11", properties: Data(version.utf8)))
    configuration.timeout = 5
    configuration.history = .recorded
    return configuration
  }

  // MARK: - Making

  func make() {
    attempt("made") {
      let schema = Versions.migration.source
      let store = try SQLiteStore.open(configuration(schema, "1"))
      defer { store.close() }
      let person = schema.index("Person")
      _ = try store.reserveNumbers(Self.people, root: person)
      _ = try store.reserveNumbers(2, root: schema.index("Team"))
      var changes = ChangeSet()
      let team = ObjectKey(entity: schema.index("Team"), number: 1)
      changes.inserts = (1...Self.people).map { number in
        let entity = number % 3 == 0 ? "Pilot" : "Person"
        var values: PropertyValues = [
          "name": .string("name \(number)"), "text": .string(String(repeating: "t", count: 200)),
          "team": .reference(team),
        ]
        if number == 7 { values["photo"] = .data(Data(count: 200_000)) }
        if entity == "Pilot" { values["hours"] = .integer(Int64(number)) }
        let key = ObjectKey(entity: schema.index(entity), number: Int64(number))
        return RowInsert(key: key, row: schema.row(entity, values))
      }
      changes.inserts.append(RowInsert(key: team, row: schema.row("Team", [:])))
      changes.links = (1...Self.people).filter { $0 % 3 == 1 }.map { number in
        schema.linkChange(
          entity: "Team", name: "fans", owner: team,
          member: ObjectKey(entity: person, number: Int64(number)))
      }
      changes.sort()
      let transaction = try store.beginWrite()
      _ = try transaction.apply(changes)
      try transaction.record(
        HistoryEntry(
          transaction: HistoryTransaction(timestamp: 1),
          changes: changes.inserts.map { HistoryChange(.insert, $0.key) }))
      try transaction.commit()
    }
  }

  // MARK: - Migrating

  func migrate(at place: Int, _ action: Int32, calls: String) {
    attempt("migrated") {
      let named = Versions.migration
      let task = StoreMigration(
        named.migration, sourceEntities: named.source.allEntities,
        configuration: configuration(named.destination, "2"),
        expected: try SQLiteStore.readMetadata(at: url))
      faults_arm(place, action, calls, 0)
      defer {
        say("calls \(faults_count())")
        faults_disarm()
      }
      guard try SQLiteStore.migrate(task) == .migrated else {
        throw UnexpectedAnswer("not migrated")
      }
    }
  }

  // MARK: - Checking

  func check() {
    attempt("checked") {
      let metadata = try SQLiteStore.readMetadata(at: url)
      let version = String(decoding: metadata.properties, as: UTF8.self)
      say("version \(version)")
      let schema =
        version == "1" ? Versions.migration.source : Versions.migration.destination
      let store = try SQLiteStore.open(configuration(schema, version))
      defer { store.close() }
      for finding in try store.checkFiles(isRepairing: false, while: { true }) {
        say("broken \(finding)")
      }
      let snapshot = try store.beginRead()
      defer { snapshot.end() }
      try version == "1" ? checkFormer(snapshot, schema) : checkPresent(snapshot, schema)
      var entries = 0
      try snapshot.history(HistoryRange()) { entry in
        entries += entry.changes.count
        return true
      }
      require(entries == Self.people + 1, "history of \(entries)")
    }
  }

  private func checkFormer(_ snapshot: any StoreSnapshot, _ schema: StoreSchema) throws {
    let people = try snapshot.fetch(schema.query("Person"))
    require(people.count == Self.people, "\(people.count) people")
    for stored in people {
      let values = schema.values(of: stored.row)
      require(values["name"] == .string("name \(stored.key.number)"), "a name")
      require(values["text"] != nil && values["team"] != nil, "values of \(stored.key.number)")
    }
    try checkMembers(snapshot, schema, "fans", count: Self.people / 3)
    try checkMembers(snapshot, schema, "members", count: Self.people)
  }

  private func checkPresent(_ snapshot: any StoreSnapshot, _ schema: StoreSchema) throws {
    let (humans, pilots) = (
      try snapshot.fetch(schema.query("Human")), try snapshot.fetch(schema.query("Pilot"))
    )
    require(humans.count == Self.people * 2 / 3, "\(humans.count) humans")
    require(pilots.count == Self.people / 3, "\(pilots.count) pilots")
    for stored in humans + pilots {
      let values = schema.values(of: stored.row)
      require(values["label"] == .string("name \(stored.key.number)"), "a label")
      require(
        values["rank"] == .integer(3) || values["hours"] == .integer(stored.key.number),
        "values of \(stored.key.number)")
    }
    try checkMembers(snapshot, schema, "fans", count: Self.people / 3)
    try checkMembers(snapshot, schema, "members", count: Self.people * 2 / 3)
  }

  private func checkMembers(
    _ snapshot: any StoreSnapshot, _ schema: StoreSchema, _ name: String, count: Int
  ) throws {
    let team = ObjectKey(entity: schema.index("Team"), number: 1)
    let found = try snapshot.related(schema.relationship("Team", name), of: [team], withRows: true)
    require(found.keys.count == count, "\(found.keys.count) \(name)")
  }

  private func require(_ isRight: Bool, _ what: String) {
    if !isRight { say("broken \(what)") }
  }

  private func attempt(_ word: String, _ body: () throws -> Void) {
    do {
      try body()
      say(word)
    } catch { say("refused \("\(error)".replacingOccurrences(of: "\n", with: " "))") }
  }
}

/// Writes a line at once: the next call may end the program.
private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
#endif
