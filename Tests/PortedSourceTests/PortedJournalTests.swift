// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import SourcePorting
import Testing

/// A program for Apple's platforms, in `Original`, and what a port makes of it, in `Ported`, which
/// is compiled here.
@Suite struct PortedJournalTests {
  private static let names = [
    "Journal.swift", "JournalEntry+CoreDataClass.swift", "JournalEntry+CoreDataProperties.swift",
    "JournalTag.swift",
  ]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func whatIsCompiledIsWhatThePortMakes() throws {
    let originals = try Self.names.map { ($0, try Self.read("Original/\($0).txt")) }
    let ported = SourcePort(originals).ported()
    for (name, source) in zip(Self.names, ported) {
      #expect(try source.text == Self.read("Ported/\(name)"), "\(name)")
      #expect(source.remainders.isEmpty, "\(name)")
    }
    #expect(Set(ported.flatMap(\.edits).map(\.topic)) == Set(EditTopic.allCases))
  }

  @Test func aSecondPortChangesNothing() throws {
    let sources = try Self.names.map { ($0, try Self.read("Ported/\($0)")) }
    #expect(SourcePort(sources).ported().allSatisfy { $0.edits.isEmpty && $0.remainders.isEmpty })
  }

  @Test func theProgramWorks() throws {
    final class Listener: JournalDelegate {
      var saves = 0
      func journalDidSave(_ journal: Journal) { saves += 1 }
    }
    let context = try JournalContainer.make().newBackgroundContext()
    try context.performAndWait {
      let journal = Journal(context: context)
      let listener = Listener()
      journal.delegate = listener
      let tag = JournalTag(context: context)
      tag.name = "Sea"
      for (title, mood) in [("Day 10", JournalMood.glad), ("day 9", .glad), ("Day 8", .sad)] {
        let entry = JournalEntry(title: title, in: context)
        entry.mood = mood
        entry.addToTags(tag)
      }
      try journal.save()
      #expect(listener.saves == 1)
      #expect(
        try journal.entries(of: .glad, tagged: "sea").map(\.title) == ["day 9", "Day 10"])
      #expect(try journal.entries("title ENDSWITH %@", "10").map(\.title) == ["Day 10"])
      #expect(try journal.titles() == ["DAY 10", "DAY 8", "DAY 9"])
      #expect(tag.entries.allSatisfy { $0.writtenAt != nil })
    }
  }

  @Test func whatTypesNameIsThisLibrarys() throws {
    let container = try JournalContainer.make()
    let journal = Journal(context: container.newBackgroundContext())
    let parts = try #require(journal.parts(of: NSPredicate(format: "title CONTAINS 'x'")))
    #expect(parts.0.keyPath == "title")
    #expect(parts.1 == .contains)
    #expect(TitleTransformer().transformedValue("ab") as? String == "ba")
    let options = journal.protectedStore().options
    let protection = options[NSPersistentStoreFileProtectionKey] as? String
    #expect(protection == FileProtectionType.complete.rawValue)
  }
}
