// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import KeyedArchives
import StoreSQLite
import StoreTestSupport
import Testing

@testable import CoreData

/// Archives of models beside those of Apple's framework, read by a reader that shares nothing with the
/// writer.
@Suite(.enabled(if: AppleSamples.areThere)) struct AppleArchiveTests {
  private func facts(_ model: NSManagedObjectModel) throws -> [String: String] {
    try PlainArchive(ModelArchiver.archive(of: model)).facts()
  }

  private func cache(_ store: String) throws -> [String: String] {
    let directory = try TemporaryDirectory()
    let file = try AppleSamples.copy(store, to: directory)
    let deflated = try #require(try SQLiteStore.readModel(at: file))
    return try PlainArchive(RawDeflate.inflated(deflated)).facts()
  }

  private func model(_ source: String) throws -> NSManagedObjectModel {
    try #require(NSManagedObjectModel(contentsOf: AppleSamples.url(source)))
  }

  private func expectEqual(_ ours: [String: String], _ apples: [String: String]) {
    for (place, text) in apples { #expect(ours[place] == text, "\(place)") }
    for place in ours.keys where apples[place] == nil { Issue.record("\(place) is ours only") }
  }

  // R-MOD-304, R-MOD-305, R-MOD-308, R-REQ-122
  @Test func aModelWithAHierarchyIsArchivedAsByApplesFramework() throws {
    let model = try model("SampleModel.xcdatamodeld/SampleModel.xcdatamodel")
    expectEqual(try facts(model), try cache("SampleModel_V1.sqlite"))
  }

  // R-MOD-308
  @Test func aModelWithoutOneIsToo() throws {
    let model = try model("SampleModel3.xcdatamodeld/SampleModel3.xcdatamodel")
    expectEqual(try facts(model), try cache("SampleModel3_V1.sqlite"))
  }
}
#endif
