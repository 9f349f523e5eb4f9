// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreRouting
import Testing

struct CrossStoreReferencesTests {
  private func reference(
    _ object: Int, _ property: String, _ store: Int, _ destination: Int
  ) -> StoreReference {
    StoreReference(
      object: object, property: property, store: store, destinationStore: destination)
  }

  // R-PSC-211
  @Test func referencesWithinAStoreAreFine() {
    #expect(
      CrossStoreReferences.offenders(
        among: [reference(0, "author", 1, 1), reference(1, "books", 0, 0)]
      ).isEmpty)
  }

  // R-PSC-210
  @Test func aReferenceToAnotherStoreIsReported() throws {
    let found = CrossStoreReferences.offenders(
      among: [reference(4, "author", 1, 1), reference(4, "editor", 1, 0)])
    let offender = try #require(found.first)
    #expect(found.count == 1)
    #expect(offender.object == 4 && offender.property == "editor")
    #expect(offender.store == 1 && offender.destinationStores == [0])
  }

  // R-PSC-210
  @Test func everyOffendingRelationshipIsReportedOnce() {
    let found = CrossStoreReferences.offenders(
      among: [
        reference(2, "books", 0, 2), reference(1, "books", 0, 1), reference(2, "books", 0, 1),
        reference(2, "books", 0, 0), reference(2, "books", 0, 2),
      ])
    #expect(found.map(\.object) == [2, 1])
    #expect(found.map(\.destinationStores) == [[1, 2], [1]])
  }
}
