// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreRouting
import Testing

struct RoutingExplanationTests {
  private func explain(
    _ stores: [String], _ nodes: [String], edges: [(Int, Int)] = [],
    anchors: [(Int, Int)] = []
  ) -> [String] {
    let test = RoutingTableTests.Case(
      rule: "", stores: stores, nodes: nodes, edges: edges, anchors: anchors, expected: [])
    return RoutingTableTests.table(stores).explain(RoutingTableTests.request(test))
      .map(\.description)
  }

  // R-PSC-181
  @Test func anAssignmentIsExplained() {
    #expect(
      explain(["A", "A"], ["A1"]) == ["A goes to “S1”, because it was assigned to it."])
  }

  // R-PSC-180
  @Test func theOnlyWritableStoreIsExplained() {
    #expect(explain(["A"], ["A"]) == ["A goes to “S0”, the only writable store."])
  }

  // R-PSC-180
  @Test func theOnlySupporterIsExplained() {
    #expect(
      explain(["A", "B"], ["B"]) == ["B goes to “S1”, the only writable store that holds B."])
  }

  // R-PSC-182
  @Test func theFirstSupporterIsExplainedWithItsRivals() {
    #expect(
      explain(["A", "A"], ["A"]) == [
        "A goes to “S0”, the first added of the writable stores that hold A (“S0”, “S1”)."
      ])
  }

  // R-PSC-183
  @Test func relatedObjectsAreExplained() {
    #expect(
      explain(["A", "A"], ["A"], anchors: [(0, 1)]) == [
        "A goes to “S1”, because objects related to it are there."
      ])
    #expect(
      explain(["A", "AB", "AB"], ["A", "B"], edges: [(0, 1)]).first
        == "A goes to “S1”, the first added of the writable stores that hold it and the new "
        + "objects related to it (“S1”, “S2”).")
  }

  // R-PSC-186
  @Test func thatThereIsNoStoreIsExplained() {
    #expect(
      explain(["B", "A-"], ["A"]) == [
        "No store can take a new A: “S0” does not hold A; “S1” is read-only."
      ])
    #expect(explain([], ["A"]) == ["No store can take a new A: there is no store."])
  }
}
