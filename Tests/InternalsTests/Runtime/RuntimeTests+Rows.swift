// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreMemory
import Testing

/// Rows and pages of the in-memory store, which are looked at without counting references.
extension RuntimeTests {
  private var row: Row {
    let assembler = RowAssembler(chunkCapacity: 256)
    assembler.begin(entity: 1, slotCount: 1, version: 1)
    _ = assembler.finish()
    assembler.begin(entity: 2, slotCount: 1, version: 1)
    assembler.setInteger(7, 0)
    return assembler.finish()
  }

  @Test func thePartsOfARowStandAsDeclared() {
    #expect(
      MemoryLayout<Row>.offset(of: \.chunk) == 0, "a row does not begin with its chunk")
    #expect(
      MemoryLayout<Row>.offset(of: \.offset) == 8, "a row's offset is not behind its chunk")
  }

  @Test func theStartOfAStoredRowIsWhereTheRowSays() {
    let place = UnsafeMutablePointer<Row?>.allocate(capacity: 1)
    defer { place.deallocate() }
    place.initialize(to: nil)
    #expect(StoredRow.start(place) == nil, "no row is not a null reference")
    let row = row
    place.pointee = row
    #expect(StoredRow.start(place) == row.start, "a stored row is not read where it is")
    place.deinitialize(count: 1)
  }

  @Test func anOptionalPageIsItsAddress() {
    let pages = UnsafeMutablePointer<Page<Int>?>.allocate(capacity: 2)
    defer { pages.deallocate() }
    let page = Page.make(repeating: 5)
    pages.initialize(to: nil)
    (pages + 1).initialize(to: page)
    #expect(Page<Int>.elements(in: pages, at: 0) == nil, "no page is not a null reference")
    #expect(
      Page<Int>.elements(in: pages, at: 1) == page.elements,
      "the elements of a page are not where its reference leads")
    #expect(Page<Int>.elements(in: nil, at: 0) == nil)
    #expect(page.elements[Page<Int>.capacity - 1] == 5)
    pages.deinitialize(count: 2)
  }
}
