// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Large values beside the file, of stores that are migrated as one.
@Suite struct TogetherExternalTests {
  private static let former = """
    Fact
      title String
    Note
      scan Data external
    @Facts: Fact
    @Own: Note
    """
  private static let present = former.replacing(
    "  scan", with: "  isOld Bool! = false\n  scan")
  private static let scan = Data(repeating: 7, count: 200_000)

  private func stage(_ types: TogetherStage.Types) throws -> TogetherStage {
    let stage = try TogetherStage(types)
    try stage.using(Self.former) { _, context in
      _ = context.insert("Note", ["scan": Self.scan])
      try context.save()
    }
    return stage
  }

  // R-PSC-970
  @Test(arguments: TogetherStage.types)
  func largeValuesComeAlong(_ types: TogetherStage.Types) throws {
    let stage = try stage(types)
    try stage.migrate(Self.present)
    #expect(try stage.values("scan", of: "Note", in: Self.present, as: Data.self) == [Self.scan])
    // Whoever tidies up later leaves them too.
    #expect(try stage.values("scan", of: "Note", in: Self.present, as: Data.self) == [Self.scan])
    #expect(try stage.leftovers() == [])
  }
}
