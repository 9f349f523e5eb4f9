// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Snapshots as values.
@Suite struct DiffableSnapshotTests {
  private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

  private func snapshot() -> Snapshot {
    var snapshot = Snapshot()
    snapshot.appendSections(["a", "b"])
    snapshot.appendItems([1, 2, 3], toSection: "a")
    snapshot.appendItems([4, 5])
    return snapshot
  }

  // R-REQ-287
  @Test func itemsAreFoundInTheirSections() {
    let snapshot = snapshot()
    #expect(snapshot.numberOfItems == 5)
    #expect(snapshot.numberOfSections == 2)
    #expect(snapshot.sectionIdentifiers == ["a", "b"])
    #expect(snapshot.itemIdentifiers == [1, 2, 3, 4, 5])
    #expect(snapshot.itemIdentifiers(inSection: "b") == [4, 5])
    #expect(snapshot.numberOfItems(inSection: "a") == 3)
    #expect(snapshot.sectionIdentifier(containingItem: 4) == "b")
    #expect(snapshot.sectionIdentifier(containingItem: 9) == nil)
    #expect(snapshot.indexOfItem(5) == 4)
    #expect(snapshot.indexOfItem(9) == nil)
    #expect(snapshot.indexOfSection("b") == 1)
  }

  // R-REQ-287
  @Test func itemsComeGoAndMove() {
    var snapshot = snapshot()
    snapshot.insertItems([6, 7], beforeItem: 2)
    #expect(snapshot.itemIdentifiers(inSection: "a") == [1, 6, 7, 2, 3])
    snapshot.insertItems([8], afterItem: 5)
    #expect(snapshot.itemIdentifiers(inSection: "b") == [4, 5, 8])
    snapshot.moveItem(1, afterItem: 8)
    #expect(snapshot.itemIdentifiers == [6, 7, 2, 3, 4, 5, 8, 1])
    snapshot.moveItem(8, beforeItem: 6)
    #expect(snapshot.sectionIdentifier(containingItem: 8) == "a")
    snapshot.deleteItems([6, 7, 99])
    #expect(snapshot.itemIdentifiers == [8, 2, 3, 4, 5, 1])
    snapshot.appendItems([2], toSection: "b")
    #expect(snapshot.itemIdentifiers == [8, 3, 4, 5, 1, 2])
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfSections == 0)
  }

  // R-REQ-287
  @Test func sectionsComeGoAndMove() {
    var snapshot = snapshot()
    snapshot.insertSections(["c"], beforeSection: "a")
    snapshot.insertSections(["d"], afterSection: "a")
    #expect(snapshot.sectionIdentifiers == ["c", "a", "d", "b"])
    snapshot.moveSection("b", beforeSection: "c")
    snapshot.moveSection("c", afterSection: "d")
    #expect(snapshot.sectionIdentifiers == ["b", "a", "d", "c"])
    #expect(snapshot.itemIdentifiers == [4, 5, 1, 2, 3])
    snapshot.deleteSections(["a", "x"])
    #expect(snapshot.itemIdentifiers == [4, 5])
  }

  // R-REQ-287
  @Test func marksAreKept() {
    var snapshot = snapshot()
    snapshot.reloadItems([2, 2])
    snapshot.reconfigureItems([3])
    snapshot.reloadSections(["b"])
    #expect(snapshot.reloadedItemIdentifiers == [2])
    #expect(snapshot.reconfiguredItemIdentifiers == [3])
    #expect(snapshot.reloadedSectionIdentifiers == ["b"])
    #expect(snapshot == self.snapshot())
  }

  // R-REQ-287
  @Test func aReferenceBecomesAValueByACast() {
    var snapshot = snapshot()
    snapshot.reloadItems([2])
    let reference = snapshot as NSDiffableDataSourceSnapshotReference
    #expect(reference.numberOfItems == 5)
    #expect(reference.numberOfSections == 2)
    #expect(reference.sectionIdentifiers as? [String] == ["a", "b"])
    #expect(reference.itemIdentifiers as? [Int] == [1, 2, 3, 4, 5])
    #expect(reference.itemIdentifiersInSection(withIdentifier: "b") as? [Int] == [4, 5])
    #expect(reference.numberOfItems(inSection: "a") == 3)
    #expect(reference.index(ofItemIdentifier: 4) == 3)
    #expect(reference.index(ofSectionIdentifier: "x") == NSNotFound)
    #expect(reference.sectionIdentifier(forSectionContainingItemIdentifier: 1) as? String == "a")
    #expect(reference.reloadedItemIdentifiers as? [Int] == [2])
    #expect(reference.reconfiguredItemIdentifiers.isEmpty)
    #expect(reference.reloadedSectionIdentifiers.isEmpty)
    let back = reference as Snapshot
    #expect(back == snapshot)
    #expect(back.reloadedItemIdentifiers == [2])
    let any: Any = reference
    let other = any as? NSDiffableDataSourceSnapshot<Int, Int>
    #expect(other == nil)
    #expect(NSDiffableDataSourceSnapshotReference().numberOfSections == 0)
  }

  // R-REQ-253
  @Test func pathsHaveSectionsAndRows() {
    var path = IndexPath(row: 3, section: 1)
    #expect(path == IndexPath(item: 3, section: 1))
    #expect(path == [1, 3])
    #expect(path.section == 1)
    #expect(path.row == 3)
    #expect(path.item == 3)
    path.row = 4
    path.section = 2
    #expect(path == [2, 4])
    path.item = 5
    #expect(path == [2, 5])
  }
}
