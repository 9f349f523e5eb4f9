// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A process that dies while it migrates several stores leaves all as they were, or all migrated.
@Suite struct MigrateAllDeathTests {
  private static let steps = [
    "marked", "copied(0)", "copied(1)", "migrated", "relocated", "secured", "decided", "moved(0)",
    "settled(0)", "moved(1)", "settled(1)",
  ]

  // R-PSC-970
  @Test(arguments: TogetherStage.types, steps)
  func whatIsLeftIsOfOneVersion(_ types: TogetherStage.Types, _ step: String) async throws {
    let stage = try TogetherStage(types)
    try stage.make()
    let folder = stage.folder
    let (facts, own) = (types.facts, types.own)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [
        folder = folder as URL, facts = facts as String, own = own as String,
        step = step as String
      ] in
      let stage = TogetherStage(.init(facts: facts, own: own), existing: folder)
      try stage.migrate(TogetherStage.movedNotes, relocating: TogetherStage.relocations) {
        if $0 == step { kill(getpid(), SIGKILL) }
      }
    }
    let isNew =
      (Self.steps.firstIndex(of: step) ?? 0) >= (Self.steps.firstIndex(of: "decided") ?? 0)
    // In the other order than that of the migration.
    let counts = try stage.counts(isNew ? TogetherStage.movedNotes : TogetherStage.first)
    #expect(counts == ["Fact": 1, isNew ? "Memo" : "Note": 2, "Tag": 1, "Setting": 1])
    #expect(try stage.leftovers() == [])
    // It can go on from there.
    try stage.migrate(TogetherStage.movedNotes, relocating: TogetherStage.relocations)
    let after = try stage.counts(TogetherStage.movedNotes)
    #expect(after == ["Fact": 1, "Memo": 2, "Tag": 1, "Setting": 1])
  }
}
