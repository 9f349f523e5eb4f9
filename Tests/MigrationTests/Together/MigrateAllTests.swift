// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Several stores are migrated as one.
@Suite struct MigrateAllTests {
  // R-PSC-970
  @Test(arguments: TogetherStage.types)
  func aPlanIsReadableAndChangesNothing(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    let before = (try stage.bytes(stage.facts), try stage.bytes(stage.own))
    let plan = try TogetherStage.coordinator(TogetherStage.movedNotes).migrationPlan(
      for: stage.descriptions, relocating: TogetherStage.relocations)
    #expect(
      plan.description == """
        facts (\(types.facts), Facts): a copy is migrated and takes its place
          Fact: changed (1 object)
            + year: Integer 16, required
          Memo: objects come from the store of Own
          Tag: objects come from the store of Own
        own (\(types.own), Own): a copy is migrated and takes its place
          Memo: its objects go to the store of Facts (2 objects)
          Setting: changed (1 object)
            + isDefault: Boolean, required
          Tag: its objects go to the store of Facts (1 object)
        """)
    #expect(!plan.isEmpty)
    #expect(plan.stores.map(\.fate) == [.migrated, .migrated])
    #expect(try stage.bytes(stage.facts) == before.0)
    #expect(try stage.bytes(stage.own) == before.1)
    #expect(try stage.leftovers() == [])
  }

  // R-PSC-970
  @Test(arguments: TogetherStage.types)
  func storesThatAreThereNeedNoPlan(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    let empty = try TogetherStage.coordinator(TogetherStage.first)
      .migrationPlan(for: stage.descriptions)
    #expect(empty.stores.map(\.fate) == [.missing, .missing])
    try stage.make()
    let present = try TogetherStage.coordinator(TogetherStage.first)
      .migrationPlan(for: stage.descriptions)
    #expect(present.stores.map(\.fate) == [.unchanged, .unchanged])
    #expect(present.isEmpty)
    try TogetherStage.coordinator(TogetherStage.first).migrateAll(present)
  }

  // R-PSC-970: one store's entities change while the other store stays untouched.
  @Test(arguments: TogetherStage.types)
  func aStoreThatNothingConcernsIsNotTouched(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    let before = try stage.bytes(stage.own)
    try stage.migrate(TogetherStage.newFacts)
    #expect(try stage.bytes(stage.own) == before)
    #expect(try stage.leftovers() == [])
    let years = try stage.values("year", of: "Fact", in: TogetherStage.newFacts, as: Int.self)
    #expect(years == [2000])
    let counts = try stage.counts(TogetherStage.newFacts)
    #expect(counts == ["Fact": 1, "Note": 2, "Tag": 1, "Setting": 1])
  }

  // R-PSC-970, R-PSC-933
  @Test(arguments: TogetherStage.types)
  func anEntityGoesToAnotherStore(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    let uris = try stage.make()
    try stage.migrate(TogetherStage.movedNotes, relocating: TogetherStage.relocations)
    #expect(try stage.leftovers() == [])
    try stage.using(TogetherStage.movedNotes) { coordinator, context in
      let memos = try context.all("Memo", sortedBy: "text")
      #expect(memos.map { $0.string("text") } == ["a", "b"])
      #expect(memos.allSatisfy { $0.objectID.persistentStore?.url == stage.facts })
      // The tag has gone along, and is one.
      #expect(memos.map { $0.objects("tags").map { $0.string("name") } } == [["home"], ["home"]])
      let known = uris.map { coordinator.managedObjectID(forURIRepresentation: renamed($0)) }
      #expect(known == memos.map(\.objectID))
    }
    let counts = try stage.counts(TogetherStage.movedNotes)
    #expect(counts == ["Fact": 1, "Memo": 2, "Tag": 1, "Setting": 1])
    let values = try stage.values(
      "isDefault", of: "Setting", in: TogetherStage.movedNotes, as: Bool.self)
    #expect(values == [true])
  }

  /// The URI of an object whose entity has another name.
  private func renamed(_ uri: URL) -> URL {
    URL(string: uri.absoluteString.replacingOccurrences(of: "/Note/", with: "/Memo/")) ?? uri
  }

  // R-PSC-970: what has gone already does not go again.
  @Test(arguments: TogetherStage.types)
  func aRelocationHappensOnce(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    try stage.migrate(TogetherStage.movedNotes, relocating: TogetherStage.relocations)
    let plan = try TogetherStage.coordinator(TogetherStage.movedNotes).migrationPlan(
      for: stage.descriptions, relocating: TogetherStage.relocations)
    #expect(plan.isEmpty)
  }

  // R-PSC-970
  @Test(arguments: TogetherStage.types)
  func whenOneStoreFailsNoneIsMigrated(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    // Facts would be migrated; settings have no value for what is required.
    let text = TogetherStage.newFacts.replacingOccurrences(
      of: "  value String", with: "  value String\n  owner String!")
    #expect(TogetherStage.code { try stage.migrate(text) } == 134110)
    #expect(try stage.leftovers() == [])
    let counts = try stage.counts(TogetherStage.first)
    #expect(counts == ["Fact": 1, "Note": 2, "Tag": 1, "Setting": 1])
  }

  // R-PSC-970
  @Test(arguments: TogetherStage.types)
  func whatDoesNotFitIsRefused(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    let coordinator = TogetherStage.coordinator(TogetherStage.movedNotes)
    for relocation in [
      EntityRelocation("Memo", from: "Own", to: "Nowhere"),
      EntityRelocation("Memo", from: "Nowhere", to: "Facts"),
      EntityRelocation("Memo", from: "Facts", to: "Own"),
    ] {
      let code = TogetherStage.code {
        _ = try coordinator.migrationPlan(for: stage.descriptions, relocating: [relocation])
      }
      #expect(code == 134060)
    }
    let plan = try TogetherStage.coordinator(TogetherStage.newFacts)
      .migrationPlan(for: stage.descriptions)
    #expect(TogetherStage.code { try coordinator.migrateAll(plan) } == 134060)
  }

  // R-PSC-970
  @Test(arguments: TogetherStage.types)
  func storesThatAreAddedAreRefused(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    let relocation = EntityRelocation("Tag", from: "Own", to: "Facts", relationships: .sever)
    let text = TogetherStage.first.replacingOccurrences(of: "Facts: Fact", with: "Facts: Fact, Tag")
    let opened = TogetherStage.coordinator(text)
    let plan = try opened.migrationPlan(for: stage.descriptions, relocating: [relocation])
    try opened.addPersistentStore(
      ofType: types.own, configurationName: "Own", at: stage.own, options: nil)
    #expect(TogetherStage.code { try opened.migrateAll(plan) } == 134070)
    stage.close(opened)
  }

  #if SQLite || LMDB
  // R-PSC-970, R-PSC-540
  @Test(
    arguments: TogetherStage.types.filter { !$0.own.hasPrefix("XML") && !$0.own.hasPrefix("Bin") })
  func storesThatAreOpenElsewhereAreRefused(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    let other = try stage.open(TogetherStage.first)
    let coordinator = TogetherStage.coordinator(TogetherStage.movedNotes)
    let plan = try coordinator.migrationPlan(
      for: stage.descriptions, relocating: TogetherStage.relocations)
    #expect(TogetherStage.code { try coordinator.migrateAll(plan) } == 134090)
    stage.close(other)
    #expect(try stage.leftovers() == [])
  }
  #endif

  // R-PSC-970
  @Test(arguments: TogetherStage.types)
  func aPlanOfYesterdayIsRefused(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    let coordinator = TogetherStage.coordinator(TogetherStage.newFacts)
    let plan = try coordinator.migrationPlan(for: stage.descriptions)
    try coordinator.migrateAll(plan)
    #expect(TogetherStage.code { try coordinator.migrateAll(plan) } == 134110)
    #expect(try stage.leftovers() == [])
  }

  // R-PSC-970: nobody uses a store while a copy of it is migrated.
  @Test(arguments: TogetherStage.types)
  func whoAddsAStoreMeanwhileWaits(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    var codes: [String: Int?] = [:]
    try stage.migrate(TogetherStage.newFacts) { step in
      guard ["marked", "secured", "decided"].contains(step) else { return }
      codes[step] = TogetherStage.code {
        try TogetherStage.coordinator(TogetherStage.first).addPersistentStore(
          ofType: types.facts, configurationName: "Facts", at: stage.facts,
          options: [NSPersistentStoreTimeoutOption: 0.05])
      }
    }
    #expect(codes == ["marked": 134090, "secured": 134090, "decided": 134090])
  }
}
